import { matchGroup } from '#domain/matches/match-status.ts';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import {
  type ApiSportsSettings,
  createApiSportsFeed,
  type FeedOptions,
  type Service,
} from '#server/modules/match-data/providers/api-sports/api-sports-feed.ts';
import type { Answer, ApiSportsError } from '#server/modules/match-data/providers/api-sports/client.ts';
import * as common from '#server/modules/match-data/providers/api-sports/client.ts';
import { FEED_NAME, type Progress } from './progress.ts';
import { keyOf, ODDS_MS, plan, queryOf, type Request } from './requests.ts';
import { takeAnswer } from './take-answer.ts';

/** Maximum number of odds pages of a league, in case a provider's page count is wrong. */
const PAGES_MAX = 60;

/** Records that an answer was imported, and which requests follow from it. `askedMs` is when it was requested. */
function noteAnswer(progress: Progress, request: Request, answer: Answer, askedMs: number): void {
  const hasMore = request.kind === 'odds' && request.page < Math.min(answer.pages, PAGES_MAX);
  common.noteAnswered(progress, keyOf(request), askedMs, !hasMore);
  if (request.kind !== 'odds') return;
  if (hasMore) progress.oddsPages[request.league] = request.page + 1;
  else delete progress.oddsPages[request.league];
}

/** Records why a request failed, and when to continue. */
function noteProblem(progress: Progress, request: Request, error: ApiSportsError, nowMs: number): void {
  common.noteProblem(progress, { key: keyOf(request), isLive: request.kind === 'live' }, error, nowMs);
  const isPassing = error.problem === 'rate_limited' || error.problem === 'day_used_up';
  // After a page of odds that is refused, the next try starts from the first page.
  if (request.kind === 'odds' && !isPassing) delete progress.oddsPages[request.league];
}

/** Creates a feed of API-Football, version 3 (see `createApiSportsFeed`). */
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
