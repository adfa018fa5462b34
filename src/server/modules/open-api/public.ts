export { embedsRoutes } from './embeds/routes.ts';
