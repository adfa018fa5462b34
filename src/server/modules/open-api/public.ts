export { openApiReadRoutes } from './v1/routes.ts';
