import type { Hono } from 'hono';
import { exportTrends, getConsoleOverview, getTrends, listLedgerProofs, runLedgerProof } from '#contract/overview.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/features/audit/service.ts';
import { mount } from '#server/http/mount.ts';
import * as overviews from './service.ts';

export function overviewRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getConsoleOverview, () => overviews.overview(deps));
  mount(app, deps, getTrends, (input) => overviews.trends(deps, input));
  mount(app, deps, exportTrends, (input, admin, request) => overviews.trendsCsv(deps, actorOf(admin, request), input));
  mount(app, deps, listLedgerProofs, (input) => overviews.ledgerProofs(deps, input));
  mount(app, deps, runLedgerProof, (_, admin, request) => overviews.proveLedgerNow(deps, actorOf(admin, request)));
}
