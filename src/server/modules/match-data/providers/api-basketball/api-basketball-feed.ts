import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import type { Allowance } from '#server/modules/match-data/providers/api-sports/allowance.ts';
import {
  type ApiSportsSettings,
  createApiSportsFeed,
  type FeedOptions,
  type Service,
} from '#server/modules/match-data/providers/api-sports/api-sports-feed.ts';
import { type Candidate, choose, inTurn, type Plan } from '#server/modules/match-data/providers/api-sports/choose.ts';
import { noteAnswered, noteProblem } from '#server/modules/match-data/providers/api-sports/client.ts';
import { liveEveryMs } from '#server/modules/match-data/providers/api-sports/known-match.ts';
import { nextMs } from '#server/modules/match-data/providers/api-sports/progress.ts';
import { FEED_NAME, type Progress } from './progress.ts';
import { dueDays, dueGames, keyOf, queryOf, type Request } from './requests.ts';
import { takeAnswer } from './take-answer.ts';

/** The provider updates odds once a day; it does not document when. */
const ODDS_MS = 12 * HOUR_MS;
const ODDS_AHEAD_MS = 7 * DAY_MS;
const CATALOGUE_MS = DAY_MS;
const GAMES_MS = 12 * HOUR_MS;
const TEAMS_MS = 30 * DAY_MS;

/** Decides what to request next, or how long there is nothing to request. */
function plan(progress: Progress, settings: Allowance & { leagues: readonly string[] }, nowMs: number): Plan<Request> {
  const candidates = (left: number): Candidate<Request>[] => [
    ...catalogue(progress, settings.leagues),
    ...dueDays(progress, liveEveryMs(progress.fixtures, left, nowMs), nowMs),
    ...dueGames(progress, nowMs),
    ...odds(progress, nowMs),
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

/** Creates a feed of API-Basketball, version 1 (see `createApiSportsFeed`): games, results and prices. It has no list of live games only. */
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
