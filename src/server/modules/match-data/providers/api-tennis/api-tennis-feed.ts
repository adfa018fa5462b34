import { DAY_MS, HOUR_MS, utcDay } from '#domain/time.ts';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import { type Candidate, choose, inTurn, type Plan } from '#server/modules/match-data/providers/polled/choose.ts';
import { noteAnswered, noteProblem } from '#server/modules/match-data/providers/polled/client.ts';
import { liveEveryMs } from '#server/modules/match-data/providers/polled/known-match.ts';
import {
  createPolledFeed,
  type FeedOptions,
  type PolledService,
  type PolledSettings,
} from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { nextMs } from '#server/modules/match-data/providers/polled/progress.ts';
import { defineProvider } from '#server/modules/match-data/providers/polled/provider.ts';
import { dueDays, dueLive, dueMatches } from './due-matches.ts';
import { duePast, skipDay } from './history.ts';
import { createTennisStore, FEED_NAME, type Progress } from './progress.ts';
import { API_TENNIS_PROTOCOL } from './protocol.ts';
import { keyOf, queryOf, type RankList, type Request, type Tour } from './requests.ts';
import { API_TENNIS_CHECK, API_TENNIS_SETTINGS, LIVE_MS, ODDS_MS } from './settings.ts';
import { takeAnswer } from './take-answer.ts';
import { rankListOf } from './tours.ts';

const CATALOGUE_MS = DAY_MS;
/** Orders of play are published during the day before, a few hours before the first matches of other time zones. */
const SCHEDULE_MS = 4 * HOUR_MS;
const SCHEDULE_AHEAD_MS = 7 * DAY_MS;
/** Players who are new since the last ranking are looked for sooner. */
const NEW_PLAYERS_MS = 6 * HOUR_MS;
/** Bookmakers have no prices of matches further away. */
const ODDS_AHEAD_MS = 3 * DAY_MS;

/** Decides what to request next, or how long there is nothing to request. */
export function plan(progress: Progress, settings: PolledSettings, nowMs: number): Plan<Request> {
  const tours = settings.followed.flatMap((tour): Tour[] => {
    const event = progress.events[tour];
    return event === undefined ? [] : [{ tour, event }];
  });
  const count = Math.max(1, tours.length);
  const candidates = (left: number): Candidate<Request>[] => [
    ...catalogue(progress, tours, nowMs),
    ...dueLive(progress, tours, liveEveryMs(progress.fixtures, left / count, nowMs, LIVE_MS), nowMs),
    ...dueDays(progress, tours, nowMs),
    ...dueMatches(progress, nowMs),
    ...odds(progress, nowMs),
    ...duePast(progress, tours, settings.historySeasons ?? 0, nowMs),
  ];
  return choose({ candidates, keyOf, liveMs: LIVE_MS / count }, progress, settings, nowMs);
}

/** Returns catalogue requests: the ids of tours, then what tournaments are played on, then the coming matches, then their players' ranks. */
function catalogue(progress: Progress, tours: readonly Tour[], nowMs: number): Candidate<Request>[] {
  const days = { from: utcDay(nowMs), to: utcDay(nowMs + SCHEDULE_AHEAD_MS) };
  const steps: [Request, number][] = [
    [{ kind: 'events' }, CATALOGUE_MS],
    [{ kind: 'tournaments' }, CATALOGUE_MS],
    ...tours.map((tour): [Request, number] => [{ kind: 'schedule', ...tour, ...days }, SCHEDULE_MS]),
    ...rankLists(tours).map((list): [Request, number] => [
      { kind: 'standings', list },
      hasNew(progress, list) ? NEW_PLAYERS_MS : CATALOGUE_MS,
    ]),
  ];
  return inTurn(steps, progress, keyOf).map(([request, everyMs]) => ({
    urgency: 'today',
    request,
    dueMs: nextMs(progress, keyOf(request), everyMs),
  }));
}

const rankLists = (tours: readonly Tour[]): RankList[] => [...new Set(tours.flatMap(({ tour }) => rankListOf(tour) ?? []))];

/** Returns whether a player was first seen after the ranking was read: its answer gives each known player a rank or none. */
const hasNew = ({ players }: Progress, list: RankList): boolean =>
  Object.values(players).some((player) => player.list === list && player.rank === undefined);

/** Returns the requests for prices of days with coming matches. */
function odds(progress: Progress, nowMs: number): Candidate<Request>[] {
  const upcoming = Object.values(progress.fixtures).flatMap(({ kickoffMs, status }) =>
    status === 'ns' && kickoffMs !== null && kickoffMs > nowMs && kickoffMs < nowMs + ODDS_AHEAD_MS ? [utcDay(kickoffMs)] : [],
  );
  return [...new Set(upcoming)].map((date): Candidate<Request> => {
    const request: Request = { kind: 'odds', date };
    return { urgency: 'odds', request, dueMs: nextMs(progress, keyOf(request), ODDS_MS) };
  });
}

/** Kinds of requests that are retried soon, because a match may have ended. */
const URGENT: Request['kind'][] = ['live', 'day', 'match'];

const SERVICE: PolledService<Progress, Request> = {
  name: FEED_NAME,
  protocol: API_TENNIS_PROTOCOL,
  keySetting: API_TENNIS_SETTINGS.keySetting,
  oddsCadenceSeconds: ODDS_MS / 1000,
  matchKinds: ['live', 'day', 'match', 'schedule'],
  skipsUnchanged: true,
  plan,
  queryOf,
  keyOf,
  heldFor: () => [],
  take: takeAnswer,
  noteAnswer: (progress, request, _, askedMs) => noteAnswered(progress, keyOf(request), askedMs),
  noteProblem(progress, request, error, nowMs) {
    const isRefused = error.problem === 'request';
    noteProblem(progress, { key: keyOf(request), isLive: URGENT.includes(request.kind) && !isRefused }, error, nowMs);
    if (request.kind === 'history' && isRefused) skipDay(progress, request, nowMs);
  },
};

/** Creates a feed of api-tennis.com (see `createPolledFeed`): matches, live scores, results and prices before the start. */
export const createApiTennisFeed = (settings: PolledSettings, options: FeedOptions<Progress>): Feed =>
  createPolledFeed(SERVICE, settings, options);

export const API_TENNIS = defineProvider(API_TENNIS_SETTINGS, API_TENNIS_CHECK, (settings, deps) =>
  createApiTennisFeed(settings, { ...deps, store: createTennisStore(deps) }),
);
