export { eraseAccounts } from './deletion.ts';
export { accountClosureRoutes } from './routes.ts';
