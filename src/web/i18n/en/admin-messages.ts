import { admin } from './admin.ts';
import { adminAccount } from './admin-account.ts';
import { adminAdmins } from './admin-admins.ts';
import { adminApprovals } from './admin-approvals.ts';
import { adminAudit } from './admin-audit.ts';
import { adminChat } from './admin-chat.ts';
import { adminContests } from './admin-contests.ts';
import { adminEvidence } from './admin-evidence.ts';
import { adminFixtures } from './admin-fixtures.ts';
import { adminOverview } from './admin-overview.ts';
import { adminQuarantine } from './admin-quarantine.ts';
import { adminSettings } from './admin-settings.ts';
import { adminUsers } from './admin-users.ts';
import { adminWithdrawals } from './admin-withdrawals.ts';

/** What only the console says. */
export const messages = {
  admin,
  admin_account: adminAccount,
  admin_admins: adminAdmins,
  admin_audit: adminAudit,
  admin_overview: adminOverview,
  admin_chat: adminChat,
  admin_contests: adminContests,
  admin_fixtures: adminFixtures,
  admin_quarantine: adminQuarantine,
  admin_settings: adminSettings,
  admin_approvals: adminApprovals,
  admin_evidence: adminEvidence,
  admin_users: adminUsers,
  admin_withdrawals: adminWithdrawals,
};
