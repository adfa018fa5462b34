import type { Feed } from '#server/modules/match-data/import/feed.ts';
import { noteAnswered, noteProblem, type ProviderError } from '#server/modules/match-data/providers/polled/client.ts';
import { noteChecked } from '#server/modules/match-data/providers/polled/known-match.ts';
import { noteRefusedSeason } from '#server/modules/match-data/providers/polled/past-seasons.ts';
import {
  createPolledFeed,
  type FeedOptions,
  type PolledService,
  type PolledSettings,
} from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { defineProvider } from '#server/modules/match-data/providers/polled/provider.ts';
import { createFootballDataOrgStore, FEED_NAME, type Progress } from './progress.ts';
import { FOOTBALL_DATA_ORG_PROTOCOL } from './protocol.ts';
import { keyOf, plan, queryOf, type Request } from './requests.ts';
import { FOOTBALL_DATA_ORG_CHECK, FOOTBALL_DATA_ORG_SETTINGS } from './settings.ts';
import { takeAnswer } from './take-answer.ts';

/**
 * Records why a request failed. A refused match is one that the provider does not know: that is an answer, and says nothing about others,
 * so it does not count as a failing request about matches.
 */
function noteRefusal(progress: Progress, request: Request, error: ProviderError, nowMs: number): void {
  const key = keyOf(request);
  noteProblem(progress, { key, isLive: request.kind === 'day' || isLongMatch(progress, request) }, error, nowMs);
  if (request.kind === 'history') noteRefusedSeason(progress, key, error, nowMs);
  if (error.problem !== 'request' || request.kind !== 'match') return;
  delete progress.failed[key];
  progress.answeredMs[key] = nowMs;
  noteChecked(progress.fixtures, [request.id], new Set(), nowMs);
}

const isLongMatch = ({ longMatches }: Progress, request: Request): boolean => request.kind === 'match' && request.id in longMatches;

const serviceOf = (scoresDelayed: boolean): PolledService<Progress, Request> => ({
  name: FEED_NAME,
  protocol: FOOTBALL_DATA_ORG_PROTOCOL,
  keySetting: FOOTBALL_DATA_ORG_SETTINGS.keySetting,
  // It sends no prices: none of its matches has one that it promised to confirm.
  oddsCadenceSeconds: Number.POSITIVE_INFINITY,
  matchKinds: ['day', 'match', 'matches'],
  plan,
  queryOf,
  keyOf,
  heldFor: () => [],
  take: (progress, request, answer) => takeAnswer(progress, request, answer, scoresDelayed),
  noteAnswer: (progress, request, _, askedMs) => noteAnswered(progress, keyOf(request), askedMs),
  noteProblem: noteRefusal,
});

export type FootballDataOrgSettings = PolledSettings & { scores: 'delayed' | 'live' };

/** Creates a feed of football-data.org, version 4 (see `createPolledFeed`): fixtures and results, and no prices. */
export const createFootballDataOrgFeed = ({ scores, ...settings }: FootballDataOrgSettings, options: FeedOptions<Progress>): Feed =>
  createPolledFeed(serviceOf(scores === 'delayed'), settings, options);

export const FOOTBALL_DATA_ORG = defineProvider(FOOTBALL_DATA_ORG_SETTINGS, FOOTBALL_DATA_ORG_CHECK, (settings, deps) =>
  createFootballDataOrgFeed(settings, { ...deps, store: createFootballDataOrgStore(deps) }),
);
