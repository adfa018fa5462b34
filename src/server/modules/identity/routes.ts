import type { Context, Hono } from 'hono';
import { changePassword, endOtherSessions, endSession, listSessions } from '#contract/account.ts';
import { listApiKeys, makeApiKey, revokeApiKey } from '#contract/api-keys.ts';
import {
  forgotPassword,
  getCaptcha,
  getCodeDelivery,
  login,
  logout,
  me,
  notMe,
  openCodeLink,
  refresh,
  register,
  registerMeta,
  resetPassword,
  sendEmailCode,
  sendStepUpCode,
  stepUp,
  verifyEmail,
} from '#contract/auth.ts';
import {
  beginOAuth,
  getOAuthFlow,
  PROVIDER_START,
  type Provider,
  registerWithOAuth,
  totpForOAuth,
  unlinkAccount,
} from '#contract/oauth.ts';
import { removePhone, sendPhoneCode, updateProfile, verifyPhone } from '#contract/profile.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, getTwoFactor, renewRecoveryCodes } from '#contract/two-factor.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/identity/password.ts';
import type { Deps } from '#server/deps.ts';
import * as apiKeys from '#server/modules/identity/api-keys/service.ts';
import { CAPTCHA_LIFE_SECONDS, issueCaptcha } from '#server/modules/identity/auth/captcha.ts';
import { captchaWork } from '#server/modules/identity/auth/limits.ts';
import { AGE_MIN } from '#server/modules/identity/auth/registration.ts';
import * as auth from '#server/modules/identity/auth/service.ts';
import * as sessions from '#server/modules/identity/auth/sessions.ts';
import { codeDelivery } from '#server/modules/identity/codes/delivery.ts';
import * as codes from '#server/modules/identity/codes/service.ts';
import { createGoogle, GOOGLE_CALLBACK } from '#server/modules/identity/oauth/google.ts';
import { unlinkOAuth } from '#server/modules/identity/oauth/link.ts';
import * as elsewhere from '#server/modules/identity/oauth/service.ts';
import * as signIn from '#server/modules/identity/oauth/sign-in.ts';
import * as phone from '#server/modules/identity/profile/phone.ts';
import * as profile from '#server/modules/identity/profile/update.ts';
import * as email from '#server/modules/identity/security/email.ts';
import * as passwords from '#server/modules/identity/security/passwords.ts';
import * as ownSessions from '#server/modules/identity/security/sessions.ts';
import * as steps from '#server/modules/identity/security/step-up.ts';
import * as warnings from '#server/modules/identity/security/warnings.ts';
import * as settings from '#server/modules/identity/two-factor/settings.ts';
import { isOn } from '#server/platform/feature-flags/feature-flags.ts';
import { mount } from '#server/platform/http/mount.ts';
import { requestContext } from '#server/platform/http/request-context.ts';

export function authRoutes(app: Hono, deps: Deps): void {
  const limits = auth.authLimits(deps);
  const work = captchaWork(deps);
  mount(app, deps, getCaptcha, async ({ action }, _, { ip }) => issueCaptcha(deps, action, await work(action, ip)));
  mount(app, deps, register, (input, _, request) => auth.register(deps, limits, input, request));
  mount(app, deps, login, (input, _, request) => auth.login(deps, limits, input, request));
  mount(app, deps, refresh, (_, __, request) => sessions.refresh(deps, request));
  mount(app, deps, logout, (_, __, request) => sessions.logout(deps, request));
  // Every page requests this first, and some pages request it often.
  mount(app, deps, me, (_, user) => auth.me(deps, user), { keepMs: 2_000 });
  mount(app, deps, registerMeta, () => ({
    password: { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX },
    age_min: AGE_MIN,
    terms_version: deps.config.termsVersion,
    invite_bonus: deps.config.limits.inviter_reward,
    is_open: isOn(deps, 'sign_up'),
    captcha: { expires_seconds: CAPTCHA_LIFE_SECONDS },
  }));
}

export function securityRoutes(app: Hono, deps: Deps): void {
  const limits = steps.ownerLimits(deps);
  mount(app, deps, forgotPassword, (input, _, request) => passwords.forgotPassword(deps, input, request));
  mount(app, deps, resetPassword, (input, _, request) => passwords.resetPassword(deps, limits, input, request));
  mount(app, deps, changePassword, (input, user, request) => passwords.changePassword(deps, limits, user, input, request));
  mount(app, deps, openCodeLink, async ({ token }, { sessionId }) => {
    await codes.openCodeLink(deps, token, sessionId);
    return {};
  });
  mount(app, deps, sendEmailCode, (input, user, request) => email.sendEmailCode(deps, limits, user, input, request));
  mount(app, deps, verifyEmail, (input, user, request) => email.verifyEmail(deps, user, input, request));
  mount(app, deps, getCodeDelivery, async ({ purpose }, { id }) => codeDelivery(deps, await auth.requireUser(deps, id), purpose));
  mount(app, deps, sendStepUpCode, (_, user, request) => steps.sendStepUpCode(deps, user, request));
  mount(app, deps, stepUp, (input, user, request) => steps.stepUp(deps, limits, user, input, request));
  mount(app, deps, listSessions, (_, user) => ownSessions.listSessions(deps, user));
  mount(app, deps, endOtherSessions, (_, user) => ownSessions.endOtherSessions(deps, user));
  mount(app, deps, endSession, (input, user) => ownSessions.endSession(deps, user, input));
  mount(app, deps, notMe, ({ token }) => warnings.notMe(deps, token));
}

export function twoFactorRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getTwoFactor, (_, user) => settings.getTwoFactor(deps, user));
  mount(app, deps, beginTwoFactor, (_, user) => settings.beginTwoFactor(deps, user));
  mount(app, deps, confirmTwoFactor, (input, user, request) => settings.confirmTwoFactor(deps, user, input, request));
  mount(app, deps, renewRecoveryCodes, (_, user, request) => settings.renewRecoveryCodes(deps, user, request));
  mount(app, deps, endTwoFactor, (_, user, request) => settings.endTwoFactor(deps, user, request));
}

export function apiKeysRoutes(app: Hono, deps: Deps): void {
  const limit = apiKeys.newKeyLimit(deps);
  mount(app, deps, listApiKeys, (_, user) => apiKeys.listKeys(deps, user));
  mount(app, deps, makeApiKey, (input, user, request) => apiKeys.makeKey(deps, limit, user, input, request));
  mount(app, deps, revokeApiKey, (input, user) => apiKeys.revokeKey(deps, user, input));
}

const CALLBACK = { google: GOOGLE_CALLBACK, telegram: '/api/auth/telegram/callback' } as const satisfies Record<Provider, string>;

/** Registers the routes of linked sign-in. Tests pass a `google` client with a shorter timeout. */
export function oauthRoutes(app: Hono, deps: Deps, google = createGoogle(deps)): void {
  const limits = auth.authLimits(deps);
  for (const provider of ['google', 'telegram'] as const) {
    app.get(PROVIDER_START[provider], (c) =>
      lead(c, elsewhere.start(deps, google, provider, c.req.query('next') ?? null, requestContext(c, deps.config.trustProxy))),
    );
    app.get(CALLBACK[provider], (c) => {
      const answer = new URL(c.req.url).searchParams;
      return lead(c, elsewhere.comeBack(deps, google, provider, answer, requestContext(c, deps.config.trustProxy)));
    });
  }
  mount(app, deps, beginOAuth, (input, user, request) => elsewhere.begin(deps, google, user, input, request));
  mount(app, deps, getOAuthFlow, (_, __, request) => elsewhere.standing(deps, request));
  mount(app, deps, registerWithOAuth, (input, _, request) => signIn.registerWithOAuth(deps, limits, input, request));
  mount(app, deps, totpForOAuth, (input, _, request) => signIn.giveFactor(deps, input, request));
  mount(app, deps, unlinkAccount, (input, user, request) => unlinkOAuth(deps, user, input, request));
}

/** Redirects to `address`: browsers open these routes directly. */
const lead = async (c: Context, address: Promise<string>): Promise<Response> => c.redirect(await address, 302);

export function profileRoutes(app: Hono, deps: Deps): void {
  const limits = phone.phoneLimits(deps);
  mount(app, deps, updateProfile, (input, user, request) => profile.updateProfile(deps, user, input, request));
  mount(app, deps, sendPhoneCode, (input, user, request) => phone.sendPhoneCode(deps, limits, user, input, request));
  mount(app, deps, verifyPhone, (input, user, request) => phone.verifyPhone(deps, user, input, request));
  mount(app, deps, removePhone, (_, user, request) => phone.removePhone(deps, user, request));
}
