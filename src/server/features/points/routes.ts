import type { Hono } from 'hono';
import { checkIn } from '#contract/account.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/http/mount.ts';
import * as points from './service.ts';

export function pointsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, checkIn, (_, user, request) => points.checkIn(deps, user, request));
}
