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
import type { Deps } from '#server/deps.ts';
import { loginTries, ownerLimits } from '#server/modules/identity/public.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as own from './own-account.ts';
import * as auth from './service.ts';
import * as sessions from './sessions.ts';

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
