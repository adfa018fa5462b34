import { admin } from './admin.ts';
import { adminAccount } from './admin-account.ts';
import { adminAdmins } from './admin-admins.ts';
import { adminAudit } from './admin-audit.ts';
import { adminOverview } from './admin-overview.ts';

/** What only the console says. */
export const messages = {
  admin,
  admin_account: adminAccount,
  admin_admins: adminAdmins,
  admin_audit: adminAudit,
  admin_overview: adminOverview,
};
