import type { Hono } from 'hono';
import { changePassword, endOtherSessions, endSession, listSessions } from '#contract/account.ts';
import { forgotPassword, notMe, openCodeLink, resetPassword, sendEmailCode, sendStepUpCode, stepUp, verifyEmail } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import * as codes from '#server/modules/identity/codes/service.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as email from './email.ts';
import { ownerLimits } from './own-password.ts';
import * as passwords from './passwords.ts';
import * as sessions from './sessions.ts';
import * as steps from './step-up.ts';
import * as warnings from './warnings.ts';

export function securityRoutes(app: Hono, deps: Deps): void {
  const limits = ownerLimits(deps);
  mount(app, deps, forgotPassword, (input, _, request) => passwords.forgotPassword(deps, input, request));
  mount(app, deps, resetPassword, (input, _, request) => passwords.resetPassword(deps, limits, input, request));
  mount(app, deps, changePassword, (input, user, request) => passwords.changePassword(deps, limits, user, input, request));
  mount(app, deps, openCodeLink, async ({ token }, { sessionId }) => {
    await codes.openCodeLink(deps, token, sessionId);
    return {};
  });
  mount(app, deps, sendEmailCode, (input, user, request) => email.sendEmailCode(deps, limits, user, input, request));
  mount(app, deps, verifyEmail, (input, user, request) => email.verifyEmail(deps, user, input, request));
  mount(app, deps, sendStepUpCode, (_, user, request) => steps.sendStepUpCode(deps, user, request));
  mount(app, deps, stepUp, (input, user, request) => steps.stepUp(deps, limits, user, input, request));
  mount(app, deps, listSessions, (_, user) => sessions.listSessions(deps, user));
  mount(app, deps, endOtherSessions, (_, user) => sessions.endOtherSessions(deps, user));
  mount(app, deps, endSession, (input, user) => sessions.endSession(deps, user, input));
  mount(app, deps, notMe, ({ token }) => warnings.notMe(deps, token));
}
