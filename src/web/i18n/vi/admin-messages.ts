import { admin, adminOverview, adminSettings } from './console.ts';
import { adminAccount, adminAdmins, adminAlerts, adminAudit } from './console-admins.ts';
import { adminChat } from './console-chat.ts';
import { adminLists } from './console-lists.ts';
import { adminContests, adminFixtures, adminQuarantine } from './console-matches.ts';
import { adminPayouts, adminTreasury } from './console-payouts.ts';
import { adminApprovals, adminEvidence } from './console-reviews.ts';
import { adminUsers } from './console-users.ts';
import { adminWithdrawals } from './console-withdrawals.ts';

/** Messages of the console only. */
export const messages = {
  admin,
  admin_account: adminAccount,
  admin_admins: adminAdmins,
  admin_alerts: adminAlerts,
  admin_audit: adminAudit,
  admin_overview: adminOverview,
  admin_chat: adminChat,
  admin_contests: adminContests,
  admin_fixtures: adminFixtures,
  admin_lists: adminLists,
  admin_quarantine: adminQuarantine,
  admin_payouts: adminPayouts,
  admin_treasury: adminTreasury,
  admin_settings: adminSettings,
  admin_approvals: adminApprovals,
  admin_evidence: adminEvidence,
  admin_users: adminUsers,
  admin_withdrawals: adminWithdrawals,
};
