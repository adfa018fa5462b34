export { legalRoutes } from '#server/modules/site/legal/texts.ts';
export { missingOperator, operatorOf, operatorSettings } from './legal/operator.ts';
export { readLegalTexts } from './legal/texts.ts';
export { metaRoutes } from './meta/routes.ts';
export { pageDescriber, pagesRoutes } from './seo/routes.ts';
export { sharesRoutes } from './shares/shares.ts';
