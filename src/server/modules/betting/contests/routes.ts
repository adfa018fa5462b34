import type { Hono } from 'hono';
import { listContests } from '#contract/contests.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as contests from './service.ts';

export function contestsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listContests, ({ id }, user) => contests.list(deps, id, user));
}
