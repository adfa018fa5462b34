export { openApiExportsRoutes } from './exports/routes.ts';
export { openApiDescriptionRoutes, openApiReadRoutes } from './v1/routes.ts';
