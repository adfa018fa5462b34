import type { Hono } from 'hono';
import { getInvite } from '#contract/referrals.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as invites from './service.ts';

export function invitesRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getInvite, (_, user) => invites.mine(deps, user));
}
