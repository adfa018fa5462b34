export { eraseAccounts } from './deletion.ts';
