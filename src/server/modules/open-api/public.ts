export { openApiMeRoutes } from './v1/me-routes.ts';
