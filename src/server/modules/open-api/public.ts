export { openApiDescriptionRoutes, openApiReadRoutes } from './v1/routes.ts';
