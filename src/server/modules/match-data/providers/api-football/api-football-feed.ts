import { matchGroup } from '#domain/matches/match-status.ts';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import { accountCheck } from '#server/modules/match-data/providers/api-sports/account-check.ts';
import { API_SPORTS } from '#server/modules/match-data/providers/api-sports/protocol.ts';
import type { Answer, ProviderError } from '#server/modules/match-data/providers/polled/client.ts';
import * as common from '#server/modules/match-data/providers/polled/client.ts';
import { noteRefusedSeason } from '#server/modules/match-data/providers/polled/past-seasons.ts';
import {
  createPolledFeed,
  type FeedOptions,
  type PolledService,
  type PolledSettings,
} from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { defineProvider } from '#server/modules/match-data/providers/polled/provider.ts';
import { createFootballStore, FEED_NAME, type Progress } from './progress.ts';
import { keyOf, ODDS_MS, plan, queryOf, type Request } from './requests.ts';
import { API_FOOTBALL_SETTINGS } from './settings.ts';
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
function noteProblem(progress: Progress, request: Request, error: ProviderError, nowMs: number): void {
  common.noteProblem(progress, { key: keyOf(request), isLive: request.kind === 'live' }, error, nowMs);
  const isPassing = error.problem === 'rate_limited' || error.problem === 'day_used_up';
  if (request.kind === 'history') noteRefusedSeason(progress, keyOf(request), error, nowMs);
  // After a page of odds that is refused, the next try starts from the first page.
  if (request.kind === 'odds' && !isPassing) delete progress.oddsPages[request.league];
}

const SERVICE: PolledService<Progress, Request> = {
  name: FEED_NAME,
  protocol: API_SPORTS,
  keySetting: API_FOOTBALL_SETTINGS.keySetting,
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

/** Creates a feed of API-Football, version 3 (see `createPolledFeed`). */
export const createApiFootballFeed = (settings: PolledSettings, options: FeedOptions<Progress>): Feed =>
  createPolledFeed(SERVICE, settings, options);

export const API_FOOTBALL = defineProvider(API_FOOTBALL_SETTINGS, accountCheck(ODDS_MS), (settings, deps) =>
  createApiFootballFeed(settings, { ...deps, store: createFootballStore(deps) }),
);
