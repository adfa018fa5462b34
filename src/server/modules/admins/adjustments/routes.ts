import type { Hono } from 'hono';
import { adjustUser, userAdjustments } from '#contract/admin-users.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { list } from './list.ts';
import { adjust } from './service.ts';

export function adjustmentsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, adjustUser, (input, admin, request) => adjust(deps, admin, request, input));
  mount(app, deps, userAdjustments, (input) => list(deps, input));
}
