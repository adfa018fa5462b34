export { advanceBrackets } from './brackets/advance.ts';
export { bracketsRoutes } from './brackets/routes.ts';
export { entryAt as bracketEntryAt } from './brackets/service.ts';
