import type { Hono } from 'hono';
import { removePhone, sendPhoneCode, updateProfile, verifyPhone } from '#contract/profile.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as phone from './phone.ts';
import * as profile from './update.ts';

export function profileRoutes(app: Hono, deps: Deps): void {
  const limits = phone.phoneLimits(deps);
  mount(app, deps, updateProfile, (input, user, request) => profile.updateProfile(deps, user, input, request));
  mount(app, deps, sendPhoneCode, (input, user, request) => phone.sendPhoneCode(deps, limits, user, input, request));
  mount(app, deps, verifyPhone, (input, user, request) => phone.verifyPhone(deps, user, input, request));
  mount(app, deps, removePhone, (_, user, request) => phone.removePhone(deps, user, request));
}
