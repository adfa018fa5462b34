import type { Hono } from 'hono';
import * as catalogueContract from '#contract/v1/catalogue.ts';
import { v1MatchContests, v1Receipt } from '#contract/v1/contests.ts';
import { v1Forecast, v1Forecasts, v1TrackRecord } from '#contract/v1/forecasts.ts';
import * as matchesContract from '#contract/v1/matches.ts';
import type { Deps } from '#server/deps.ts';
import { mountOpen, mountOpenFresh } from '#server/platform/http/mount-open.ts';
import * as catalogue from './catalogue.ts';
import * as contests from './contests.ts';
import { describeOpenApi } from './description.ts';
import * as forecasts from './forecasts.ts';
import * as matches from './matches.ts';

/** Serves the description of the open API. Mount it after all of its endpoints. */
export function openApiDescriptionRoutes(app: Hono): void {
  let description: string | null = null;
  app.get('/api/v1/openapi.json', (c) => {
    description ??= JSON.stringify(describeOpenApi(app));
    return c.body(description, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' });
  });
}

/** The read endpoints of the open API. */
export function openApiReadRoutes(app: Hono, deps: Deps): void {
  mountOpen(app, deps, catalogueContract.v1Sports, () => catalogue.sports());
  mountOpen(app, deps, catalogueContract.v1Leagues, (input) => catalogue.leagues(deps, input));
  mountOpen(app, deps, catalogueContract.v1League, (input) => catalogue.league(deps, input));
  mountOpen(app, deps, catalogueContract.v1Table, (input) => catalogue.table(deps, input));
  mountOpen(app, deps, catalogueContract.v1Scorers, (input) => catalogue.scorers(deps, input));
  mountOpen(app, deps, catalogueContract.v1Team, (input) => catalogue.team(deps, input));
  mountOpen(app, deps, catalogueContract.v1TeamPlayers, (input) => catalogue.teamPlayers(deps, input));
  mountOpen(app, deps, catalogueContract.v1Player, (input) => catalogue.player(deps, input));
  mountOpenFresh(app, catalogueContract.v1Search, (input) => catalogue.search(deps, input));

  mountOpen(app, deps, matchesContract.v1Matches, (input) => matches.matches(deps, input));
  mountOpen(app, deps, matchesContract.v1Match, (input) => matches.match(deps, input));
  mountOpen(app, deps, matchesContract.v1Events, (input) => matches.events(deps, input));
  mountOpen(app, deps, matchesContract.v1Lineups, (input) => matches.lineups(deps, input));
  mountOpen(app, deps, matchesContract.v1Statistics, (input) => matches.statistics(deps, input));
  mountOpen(app, deps, matchesContract.v1Odds, (input) => matches.odds(deps, input));

  mountOpen(app, deps, v1Forecast, (input) => forecasts.forecast(deps, input));
  mountOpen(app, deps, v1Forecasts, (input) => forecasts.forecasts(deps, input));
  mountOpen(app, deps, v1TrackRecord, (input) => forecasts.trackRecord(deps, input));

  mountOpen(app, deps, v1MatchContests, (input) => contests.matchContests(deps, input));
  mountOpen(app, deps, v1Receipt, (input) => contests.receipt(deps, input));
}
