export { legalRoutes } from '#server/modules/site/legal/texts.ts';
export { missingOperator, operatorOf, operatorSettings } from './legal/operator.ts';
export { readLegalTexts } from './legal/texts.ts';
export { metaRoutes } from './meta/routes.ts';
export type { PageMatch } from './seo/facts.ts';
export { pageDescriber, pagesRoutes } from './seo/routes.ts';
export { formatMessage, matchWords, nameOf, plain, TEXTS as PAGE_TEXTS } from './seo/words.ts';
export { sharesRoutes } from './shares/shares.ts';
