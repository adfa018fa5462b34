import { admin } from './admin.ts';
import { adminAccount } from './admin-account.ts';

/** What only the console says. */
export const messages = {
  admin,
  admin_account: adminAccount,
};
