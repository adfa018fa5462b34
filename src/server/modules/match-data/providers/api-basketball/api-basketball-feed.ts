import type { Feed } from '#server/modules/match-data/import/feed.ts';
import {
  type ApiSportsSettings,
  createApiSportsFeed,
  type FeedOptions,
  type Service,
} from '#server/modules/match-data/providers/api-sports/api-sports-feed.ts';
import { noteAnswered, noteProblem } from '#server/modules/match-data/providers/api-sports/note-outcome.ts';
import { ODDS_MS, plan } from './planner.ts';
import { FEED_NAME, type Progress } from './progress.ts';
import { keyOf, queryOf, type Request } from './requests.ts';
import { takeAnswer } from './take-answer.ts';

/** API-Basketball, version 1, as a feed (see `createApiSportsFeed`). Games, results and prices; it has no list of live games alone. */
export const createApiBasketballFeed = (settings: ApiSportsSettings, options: FeedOptions<Progress>): Feed =>
  createApiSportsFeed(API_BASKETBALL, settings, options);

const API_BASKETBALL: Service<Progress, Request> = {
  name: FEED_NAME,
  keySetting: 'API_BASKETBALL_KEY',
  oddsCadenceSeconds: ODDS_MS / 1000,
  matchKinds: ['day', 'game', 'games'],
  plan,
  queryOf,
  keyOf,
  heldFor: () => [],
  take: takeAnswer,
  noteAnswer: (progress, request, _, askedMs) => noteAnswered(progress, keyOf(request), askedMs),
  noteProblem: (progress, request, error, nowMs) =>
    noteProblem(progress, { key: keyOf(request), isLive: request.kind === 'day' }, error, nowMs),
};
