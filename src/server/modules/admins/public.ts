export { createFromCommandLine, type Issued, resetFromCommandLine } from '#server/modules/admins/accounts/first-admins.ts';
export { adjustAsAgreed, adjustmentsBehind, adjustmentsOf } from '#server/modules/admins/adjustments/adjustments.ts';
export {
  type AlertChatState,
  alertAccountOf,
  alertChatOf,
  issueAlertToken,
  linkAlertChat,
  purgeAlertTokens,
  readAlertToken,
  setAlertChatReachable,
  unlinkAlertChat,
} from '#server/modules/admins/alert-chats/service.ts';
export type { AgreedTo, ApprovedActionHandler } from '#server/modules/admins/approvals/payload.ts';
export { requireOthers } from '#server/modules/admins/conflict-of-interest/service.ts';
export { createAsAgreed, enableAsAgreed, promoteAsAgreed, resetAsAgreed } from './accounts/agreed.ts';
export { ensureAdmins, type FirstAdmin } from './accounts/first-admins.ts';
export { findWaitingAbout } from './approvals/queries.ts';
export { type ApprovalRequest, requestApproval, requestApprovalFor, withdrawApproval } from './approvals/service.ts';
export { A_GROUP, type Actor, actorOf, purgeAudit, recordAudit, requireReason, THE_SITE } from './audit/service.ts';
export { hasGivenPoints, hasInterest, requireNoInterest } from './conflict-of-interest/service.ts';
export { adjustmentsRoutes, adminAuthRoutes, adminsRoutes, approvalsRoutes, auditRoutes } from './routes.ts';
export { countingWords, mayBeSecond } from './second-admin/service.ts';
export { purgeAdminSessions } from './sign-in/sessions.ts';
export { findUserRefs, userRef } from './user-refs.ts';
