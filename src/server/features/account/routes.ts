import type { Hono } from 'hono';
import { getOverview, pointsHistory, recalculatePoints } from '#contract/account.ts';
import type { Deps } from '#server/deps.ts';
import { proveBalance } from '#server/features/points/service.ts';
import { mount } from '#server/http/mount.ts';
import * as account from './service.ts';

export function accountRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getOverview, (_, user) => account.overview(deps, user));
  mount(app, deps, pointsHistory, (input, user) => account.history(deps, user, input));
  mount(app, deps, recalculatePoints, (_, user) => proveBalance(deps, user.id));
}
