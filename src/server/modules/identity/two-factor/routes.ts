import type { Hono } from 'hono';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, getTwoFactor, renewRecoveryCodes } from '#contract/two-factor.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as settings from './settings.ts';

export function twoFactorRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getTwoFactor, (_, user) => settings.getTwoFactor(deps, user));
  mount(app, deps, beginTwoFactor, (_, user) => settings.beginTwoFactor(deps, user));
  mount(app, deps, confirmTwoFactor, (input, user, request) => settings.confirmTwoFactor(deps, user, input, request));
  mount(app, deps, renewRecoveryCodes, (_, user, request) => settings.renewRecoveryCodes(deps, user, request));
  mount(app, deps, endTwoFactor, (_, user, request) => settings.endTwoFactor(deps, user, request));
}
