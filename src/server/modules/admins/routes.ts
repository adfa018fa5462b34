import type { Hono } from 'hono';
import {
  adminActive,
  adminLogin,
  adminLogout,
  adminMe,
  adminRefresh,
  adminStepUp,
  beginAdminTwoFactor,
  changeAdminPassword,
  confirmAdminTwoFactor,
  endAdminTwoFactor,
  getAdminTwoFactor,
  renewAdminRecoveryCodes,
} from '#contract/admin-auth.ts';
import { adjustUser, userAdjustments } from '#contract/admin-users.ts';
import { changeAdminRole, changeAdminStatus, endAdminSessions, inviteAdmin, listAdmins, resetAdmin } from '#contract/admins.ts';
import { approve, listApprovals, reject, withdrawApproval } from '#contract/approvals.ts';
import { auditFile, listAudit } from '#contract/audit.ts';
import type { Deps } from '#server/deps.ts';
import * as admins from '#server/modules/admins/accounts/service.ts';
import { adjust, listAdjustments } from '#server/modules/admins/adjustments/adjustments.ts';
import * as decide from '#server/modules/admins/approvals/decide.ts';
import * as approvals from '#server/modules/admins/approvals/service.ts';
import { exportAudit } from '#server/modules/admins/audit/export.ts';
import { listEntries } from '#server/modules/admins/audit/service.ts';
import * as own from '#server/modules/admins/sign-in/own-account.ts';
import * as auth from '#server/modules/admins/sign-in/service.ts';
import * as sessions from '#server/modules/admins/sign-in/sessions.ts';
import { loginTries, ownerLimits } from '#server/modules/identity/public.ts';
import { mount } from '#server/platform/http/mount.ts';

export function adminsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listAdmins, (input) => admins.list(deps, input));
  mount(app, deps, inviteAdmin, (input, caller, request) => admins.invite(deps, caller, input, request));
  mount(app, deps, changeAdminRole, (input, caller, request) => admins.changeRole(deps, caller, input, request));
  mount(app, deps, changeAdminStatus, (input, caller, request) => admins.changeStatus(deps, caller, input, request));
  mount(app, deps, endAdminSessions, (input, caller, request) => admins.signOut(deps, caller, input, request));
  mount(app, deps, resetAdmin, (input, caller, request) => admins.reset(deps, caller, input, request));
}

export function adjustmentsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, adjustUser, (input, admin, request) => adjust(deps, admin, request, input));
  mount(app, deps, userAdjustments, (input) => listAdjustments(deps, input));
}

export function approvalsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listApprovals, (input, admin) => approvals.list(deps, admin, input), { fromReplica: true });
  mount(app, deps, approve, (input, admin, request) => decide.approve(deps, admin, request, input));
  mount(app, deps, reject, (input, admin, request) => decide.reject(deps, admin, request, input));
  mount(app, deps, withdrawApproval, (input, admin, request) => decide.takeBack(deps, admin, request, input));
}

export function auditRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listAudit, (input) => listEntries(deps, input), { fromReplica: true });
  mount(app, deps, auditFile, (input, admin, request) => exportAudit(deps, admin, request, input));
}

export function adminAuthRoutes(app: Hono, deps: Deps): void {
  const [logins, owners] = [loginTries(deps, 'admin-login'), ownerLimits(deps)];
  mount(app, deps, adminLogin, (input, _, request) => auth.login(deps, logins, input, request));
  mount(app, deps, adminRefresh, (_, __, request) => auth.refresh(deps, request));
  mount(app, deps, adminLogout, (_, __, request) => sessions.logout(deps, request));
  mount(app, deps, adminMe, (_, admin) => auth.me(deps, admin));
  mount(app, deps, adminStepUp, (input, admin, request) => auth.stepUp(deps, admin, input, request));
  mount(app, deps, adminActive, (_, admin) => sessions.noteInput(deps, admin));
  mount(app, deps, changeAdminPassword, (input, admin, request) => own.changePassword(deps, owners, admin, input, request));
  mount(app, deps, getAdminTwoFactor, (_, admin) => own.getTwoFactor(deps, admin));
  mount(app, deps, beginAdminTwoFactor, (input, admin, request) => own.beginTwoFactor(deps, owners, admin, input, request));
  mount(app, deps, confirmAdminTwoFactor, (input, admin, request) => own.confirmTwoFactor(deps, admin, input, request));
  mount(app, deps, renewAdminRecoveryCodes, (input, admin, request) => own.renewRecoveryCodes(deps, owners, admin, input, request));
  mount(app, deps, endAdminTwoFactor, (input, admin, request) => own.endTwoFactor(deps, owners, admin, input, request));
}
