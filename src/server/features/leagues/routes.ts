import type { Hono } from 'hono';
import { getLeague, getStandings, listLeagues } from '#contract/leagues.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/http/cached.ts';
import * as leagues from './service.ts';

export function leaguesRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, listLeagues, (input) => leagues.list(deps, input));
  mountCached(app, deps, getLeague, (input) => leagues.one(deps, input));
  mountCached(app, deps, getStandings, (input) => leagues.standings(deps, input));
}
