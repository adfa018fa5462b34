import { matchGroup } from '#domain/matches/match-status.ts';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import {
  type ApiSportsSettings,
  createApiSportsFeed,
  type FeedOptions,
  type Service,
} from '#server/modules/match-data/providers/api-sports/api-sports-feed.ts';
import type { Answer, ApiSportsError } from '#server/modules/match-data/providers/api-sports/client.ts';
import * as common from '#server/modules/match-data/providers/api-sports/note-outcome.ts';
import { ODDS_MS, plan } from './planner.ts';
import type { Progress } from './progress.ts';
import { keyOf, queryOf, type Request } from './requests.ts';
import { FEED_NAME } from './store.ts';
import { takeAnswer } from './take-answer.ts';

/** No league has more pages of odds than this: a provider that counts wrongly is not followed for ever. */
const PAGES_MAX = 60;

/** Notes that an answer was told, and what it leaves to ask. `askedMs` is when it was asked for. */
function noteAnswer(progress: Progress, request: Request, answer: Answer, askedMs: number): void {
  const hasMore = request.kind === 'odds' && request.page < Math.min(answer.pages, PAGES_MAX);
  common.noteAnswered(progress, keyOf(request), askedMs, !hasMore);
  if (request.kind !== 'odds') return;
  if (hasMore) progress.oddsPages[request.league] = request.page + 1;
  else delete progress.oddsPages[request.league];
}

/** Notes why a request had no answer, and when to go on. */
function noteProblem(progress: Progress, request: Request, error: ApiSportsError, nowMs: number): void {
  common.noteProblem(progress, { key: keyOf(request), isLive: request.kind === 'live' }, error, nowMs);
  const isPassing = error.problem === 'rate_limited' || error.problem === 'day_used_up';
  // A page of odds that cannot be had: the next time begins with the first one.
  if (request.kind === 'odds' && !isPassing) delete progress.oddsPages[request.league];
}

/** API-Football, version 3, as a feed (see `createApiSportsFeed`). */
export const createApiFootballFeed = (settings: ApiSportsSettings, options: FeedOptions<Progress>): Feed =>
  createApiSportsFeed(API_FOOTBALL, settings, options);

const API_FOOTBALL: Service<Progress, Request> = {
  name: FEED_NAME,
  keySetting: 'API_FOOTBALL_KEY',
  oddsCadenceSeconds: ODDS_MS / 1000,
  matchKinds: ['live', 'details', 'fixtures'],
  plan,
  queryOf,
  keyOf,
  heldFor: (progress, request) => (request.kind === 'live_odds' ? underWay(progress) : []),
  take: takeAnswer,
  noteAnswer,
  noteProblem,
};

const underWay = ({ fixtures }: Progress): string[] =>
  Object.entries(fixtures).flatMap(([id, { status }]) => (matchGroup(status) === 'live' ? [id] : []));
