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
import { mountCached } from '#server/platform/http/cached.ts';
import * as detail from './detail.ts';
import * as headToHead from './head-to-head.ts';
import * as oddsMovement from './odds-movement.ts';
import { selected } from './selected.ts';
import * as matches from './service.ts';
import * as statistics from './statistics.ts';

export function matchesRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, listMatches, (input) => matches.list(deps, input));
  mountCached(app, deps, recommendedMatch, (input) => matches.recommended(deps, input));
  mountCached(app, deps, selectedMatches, (input) => selected(deps, input));
  mountCached(app, deps, getMatch, (input) => detail.one(deps, input));
  mountCached(app, deps, getMatchOdds, (input) => oddsMovement.odds(deps, input));
  mountCached(app, deps, getHeadToHead, (input) => headToHead.headToHead(deps, input));
  mountCached(app, deps, getMatchStatistics, (input) => statistics.statistics(deps, input));
}
