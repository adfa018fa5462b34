import type { Hono } from 'hono';
import { getMatch, getMatchOdds, listMatches, recommendedMatch } from '#contract/matches.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/http/cached.ts';
import * as matches from './service.ts';

export function matchesRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, listMatches, (input) => matches.list(deps, input));
  mountCached(app, deps, recommendedMatch, (input) => matches.recommended(deps, input));
  mountCached(app, deps, getMatch, (input) => matches.one(deps, input));
  mountCached(app, deps, getMatchOdds, (input) => matches.odds(deps, input));
}
