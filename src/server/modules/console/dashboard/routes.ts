import type { Hono } from 'hono';
import { exportTrends, getConsoleOverview, getTrends, listLedgerProofs, runLedgerProof } from '#contract/overview.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/modules/admins/public.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as ledgerProofs from './ledger-proofs.ts';
import * as overview from './overview.ts';
import * as trends from './trends.ts';
import * as trendsCsv from './trends-csv.ts';

export function overviewRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getConsoleOverview, () => overview.overview(deps));
  mount(app, deps, getTrends, (input) => trends.trends(deps, input));
  mount(app, deps, exportTrends, (input, admin, request) => trendsCsv.trendsCsv(deps, actorOf(admin, request), input));
  mount(app, deps, listLedgerProofs, (input) => ledgerProofs.ledgerProofs(deps, input));
  mount(app, deps, runLedgerProof, (_, admin, request) => ledgerProofs.proveLedgerNow(deps, actorOf(admin, request)));
}
