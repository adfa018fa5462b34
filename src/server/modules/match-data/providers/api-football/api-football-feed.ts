import { matchGroup } from '#domain/match-status.ts';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import {
  type ApiSportsSettings,
  createApiSportsFeed,
  type FeedOptions,
  type Service,
} from '#server/modules/match-data/providers/api-sports/api-sports-feed.ts';
import { noteAnswer, noteProblem } from './note-outcome.ts';
import { ODDS_MS, plan } from './planner.ts';
import type { Progress } from './progress.ts';
import { keyOf, queryOf, type Request } from './requests.ts';
import { FEED_NAME } from './store.ts';
import { takeAnswer } from './take-answer.ts';

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
