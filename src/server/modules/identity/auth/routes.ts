import type { Hono } from 'hono';
import { getCaptcha, login, logout, me, refresh, register, registerMeta } from '#contract/auth.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/identity/password.ts';
import type { Deps } from '#server/deps.ts';
import { isOn } from '#server/platform/feature-flags/feature-flags.ts';
import { mount } from '#server/platform/http/mount.ts';
import { CAPTCHA_LIFE_SECONDS, issueCaptcha } from './captcha.ts';
import { captchaWork } from './captcha-work.ts';
import { AGE_MIN } from './registration.ts';
import * as auth from './service.ts';
import * as sessions from './sessions.ts';

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
