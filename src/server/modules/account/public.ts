export { historyOf } from './history.ts';
export { accountRoutes } from './routes.ts';
