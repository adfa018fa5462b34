import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import { accountCheck } from '#server/modules/match-data/providers/api-sports/account-check.ts';
import { API_SPORTS } from '#server/modules/match-data/providers/api-sports/protocol.ts';
import type { Allowance } from '#server/modules/match-data/providers/polled/allowance.ts';
import { type Candidate, choose, inTurn, type Plan } from '#server/modules/match-data/providers/polled/choose.ts';
import { noteAnswered, noteProblem } from '#server/modules/match-data/providers/polled/client.ts';
import { liveEveryMs } from '#server/modules/match-data/providers/polled/known-match.ts';
import { missingSeasons, noteRefusedSeason } from '#server/modules/match-data/providers/polled/past-seasons.ts';
import {
  createPolledFeed,
  type FeedOptions,
  type PolledService,
  type PolledSettings,
} from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { nextMs } from '#server/modules/match-data/providers/polled/progress.ts';
import { defineProvider } from '#server/modules/match-data/providers/polled/provider.ts';
import { createBasketballStore, FEED_NAME, type Progress } from './progress.ts';
import { days, keyOf, missingGames, queryOf, type Request } from './requests.ts';
import { API_BASKETBALL_SETTINGS } from './settings.ts';
import { takeAnswer } from './take-answer.ts';

/** The provider updates odds once a day; it does not document when. */
const ODDS_MS = 12 * HOUR_MS;
const ODDS_AHEAD_MS = 7 * DAY_MS;
const CATALOGUE_MS = DAY_MS;
const GAMES_MS = 12 * HOUR_MS;
const TEAMS_MS = 30 * DAY_MS;

interface PlanSettings extends Allowance {
  followed: readonly string[];
  historySeasons?: number;
}

/** Decides what to request next, or how long there is nothing to request. */
function plan(progress: Progress, settings: PlanSettings, nowMs: number): Plan<Request> {
  const candidates = (left: number): Candidate<Request>[] => [
    ...catalogue(progress, settings.followed),
    ...days(progress, (count) => liveEveryMs(progress.fixtures, left / count, nowMs), nowMs),
    ...missingGames(progress, nowMs),
    ...odds(progress, nowMs),
    ...history(progress, settings),
  ];
  return choose({ candidates, keyOf }, progress, settings, nowMs);
}

/** Returns catalogue requests: a league's teams before its games, which refer to them. */
function catalogue(progress: Progress, leagues: readonly string[]): Candidate<Request>[] {
  const today = (request: Request, everyMs: number): Candidate<Request> => ({
    urgency: 'today',
    request,
    dueMs: nextMs(progress, keyOf(request), everyMs),
  });
  const ofLeague = (league: string): Candidate<Request>[] => {
    const season = progress.leagues[league]?.season;
    if (season === undefined) return [];
    const steps: [Request, number][] = [
      [{ kind: 'teams', league, season }, TEAMS_MS],
      [{ kind: 'games', league, season }, GAMES_MS],
    ];
    return inTurn(steps, progress, keyOf).map(([request, everyMs]) => today(request, everyMs));
  };
  return [today({ kind: 'leagues' }, CATALOGUE_MS), ...leagues.flatMap(ofLeague)];
}

/** Returns odds requests of leagues that play within a week, from when on there are odds. */
function odds(progress: Progress, nowMs: number): Candidate<Request>[] {
  const upcoming = Object.values(progress.fixtures).filter(
    ({ kickoffMs, status }) => status === 'ns' && kickoffMs !== null && kickoffMs > nowMs && kickoffMs < nowMs + ODDS_AHEAD_MS,
  );
  return [...new Set(upcoming.map(({ league }) => league))].flatMap((league): Candidate<Request>[] => {
    const followed = progress.leagues[league];
    if (followed === undefined || !followed.hasOdds) return [];
    const request: Request = { kind: 'odds', league, season: followed.season };
    return [{ urgency: 'odds', request, dueMs: nextMs(progress, keyOf(request), ODDS_MS) }];
  });
}

/** Returns the requests of past seasons, once the current season of the league was requested. */
function history(progress: Progress, { followed, historySeasons = 0 }: PlanSettings): Candidate<Request>[] {
  const isCurrentAsked = (league: string) => {
    const season = progress.leagues[league]?.season;
    if (season === undefined) return false;
    const key = keyOf({ kind: 'games', league, season });
    return progress.answeredMs[key] !== undefined || progress.failed[key] !== undefined;
  };
  const asked = { followed: followed.filter(isCurrentAsked), count: historySeasons };
  return missingSeasons(progress, asked, (league, season): Request => ({ kind: 'history', league, season }));
}

const SERVICE: PolledService<Progress, Request> = {
  name: FEED_NAME,
  protocol: API_SPORTS,
  keySetting: API_BASKETBALL_SETTINGS.keySetting,
  oddsCadenceSeconds: ODDS_MS / 1000,
  matchKinds: ['day', 'game', 'games'],
  plan,
  queryOf,
  keyOf,
  heldFor: () => [],
  take: takeAnswer,
  noteAnswer: (progress, request, _, askedMs) => noteAnswered(progress, keyOf(request), askedMs),
  noteProblem: (progress, request, error, nowMs) => {
    noteProblem(progress, { key: keyOf(request), isLive: request.kind === 'day' }, error, nowMs);
    if (request.kind === 'history') noteRefusedSeason(progress, keyOf(request), error, nowMs);
  },
};

/** Creates a feed of API-Basketball, version 1 (see `createPolledFeed`): games, results and prices. It has no list of live games only. */
export const createApiBasketballFeed = (settings: PolledSettings, options: FeedOptions<Progress>): Feed =>
  createPolledFeed(SERVICE, settings, options);

export const API_BASKETBALL = defineProvider(API_BASKETBALL_SETTINGS, accountCheck(ODDS_MS), (settings, deps) =>
  createApiBasketballFeed(settings, { ...deps, store: createBasketballStore(deps) }),
);
