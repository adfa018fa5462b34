export { eraseAccounts } from './deletion.ts';
export { leavingRoutes } from './routes.ts';
