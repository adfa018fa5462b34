import type { Hono } from 'hono';
import { getOverview, pointsHistory, pointsHistoryFile, recalculatePoints } from '#contract/account.ts';
import type { Deps } from '#server/deps.ts';
import { proveBalance } from '#server/modules/ledger/public.ts';
import { mount } from '#server/platform/http/mount.ts';
import { history, historyFile, historyFileLimit } from './history.ts';
import { overview } from './service.ts';

export function accountRoutes(app: Hono, deps: Deps): void {
  const fileLimit = historyFileLimit(deps);
  mount(app, deps, getOverview, (_, user) => overview(deps, user));
  mount(app, deps, pointsHistory, (input, user) => history(deps, user, input));
  mount(app, deps, pointsHistoryFile, (input, user) => historyFile(deps, fileLimit, user, input));
  mount(app, deps, recalculatePoints, (_, user) => proveBalance(deps, user.id));
}
