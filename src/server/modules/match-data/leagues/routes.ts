import type { Hono } from 'hono';
import { getLeague, getLeagueDraw, getLeagueFixtures, getLeagueScorers, getStandings, listLeagues } from '#contract/leagues.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/platform/http/cached.ts';
import { draw } from './draw.ts';
import { fixtures } from './fixtures.ts';
import * as scorers from './scorers.ts';
import * as leagues from './service.ts';
import * as standings from './standings.ts';

export function leaguesRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, listLeagues, (input) => leagues.list(deps, input));
  mountCached(app, deps, getLeague, (input) => leagues.one(deps, input));
  mountCached(app, deps, getStandings, (input) => standings.standings(deps, input));
  mountCached(app, deps, getLeagueScorers, (input) => scorers.scorers(deps, input));
  // These depend on the matches module, which depends on this module's service, so they are not part of the service.
  mountCached(app, deps, getLeagueDraw, (input) => draw(deps, input));
  mountCached(app, deps, getLeagueFixtures, (input) => fixtures(deps, input));
}
