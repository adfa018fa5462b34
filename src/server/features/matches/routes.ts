import type { Hono } from 'hono';
import {
  getHeadToHead,
  getMatch,
  getMatchOdds,
  getMatchStatistics,
  listMatches,
  recommendedMatch,
  selectedMatches,
} from '#contract/matches.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/http/cached.ts';
import { selected } from './selected.ts';
import * as matches from './service.ts';

export function matchesRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, listMatches, (input) => matches.list(deps, input));
  mountCached(app, deps, recommendedMatch, (input) => matches.recommended(deps, input));
  mountCached(app, deps, selectedMatches, (input) => selected(deps, input));
  mountCached(app, deps, getMatch, (input) => matches.one(deps, input));
  mountCached(app, deps, getMatchOdds, (input) => matches.odds(deps, input));
  mountCached(app, deps, getHeadToHead, (input) => matches.headToHead(deps, input));
  mountCached(app, deps, getMatchStatistics, (input) => matches.statistics(deps, input));
}
