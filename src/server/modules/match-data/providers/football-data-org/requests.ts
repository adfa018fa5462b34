import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '#domain/time.ts';
import { type Candidate, choose, inTurn, type Plan } from '#server/modules/match-data/providers/polled/choose.ts';
import { isOver, isPlayable, type KnownMatch, liveEveryMs, nextCheckMs } from '#server/modules/match-data/providers/polled/known-match.ts';
import { type DayPace, dayKey, dueDays, missingMatches } from '#server/modules/match-data/providers/polled/match-days.ts';
import { missingSeasons, seasonKey } from '#server/modules/match-data/providers/polled/past-seasons.ts';
import type { PolledSettings } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { nextMs } from '#server/modules/match-data/providers/polled/progress.ts';
import { type Progress, SETTLED_MS } from './progress.ts';
import { LIVE_MS } from './settings.ts';

/** The requests to the provider. Competitions are named by code; a year is the one in which a season begins. */
export type Request =
  | { kind: 'competition'; code: string }
  | { kind: 'teams' | 'matches' | 'history'; code: string; year: number }
  /** The matches of all competitions of the plan on a UTC day. */
  | { kind: 'day'; date: string }
  | { kind: 'match'; id: string };

/** Returns the path and query of a request. */
export function queryOf(request: Request): string {
  switch (request.kind) {
    case 'competition':
      return `/competitions/${request.code}`;
    case 'teams':
    case 'matches':
      return `/competitions/${request.code}/${request.kind}?season=${request.year}`;
    case 'history':
      return `/competitions/${request.code}/matches?season=${request.year}`;
    case 'day':
      // The second date is exclusive.
      return `/matches?dateFrom=${request.date}&dateTo=${utcDay(Date.parse(request.date) + DAY_MS)}`;
    case 'match':
      return `/matches/${request.id}`;
  }
}

/** Returns the key under which the time of the answer and of the next try are stored. */
export function keyOf(request: Request): string {
  if (request.kind === 'history') return seasonKey(request.code, String(request.year));
  if ('year' in request) return `${request.kind}:${request.code}:${request.year}`;
  if (request.kind === 'day') return dayKey(request.date);
  return request.kind === 'match' ? `match:${request.id}` : `competition:${request.code}`;
}

export type PlanSettings = PolledSettings & {
  /** How many past seasons of each competition are imported. */
  historySeasons?: number;
};

const CATALOGUE_MS = DAY_MS;
const MATCHES_MS = 12 * HOUR_MS;
const TEAMS_MS = 30 * DAY_MS;
const DETAILS_MS = 10 * MINUTE_MS;
const LINEUPS_BEFORE_MS = HOUR_MS;

/** Decides what to request next, or how long there is nothing to request. */
export function plan(progress: Progress, settings: PlanSettings, nowMs: number): Plan<Request> {
  const candidates = (left: number): Candidate<Request>[] => [
    ...settings.followed.flatMap((code) => catalogue(progress, code)),
    ...days(progress, (count) => liveEveryMs(progress.fixtures, left / count, nowMs, LIVE_MS), nowMs),
    ...missingMatches(progress, nowMs).map(
      ({ id, dueMs }): Candidate<Request> => ({ urgency: 'today', request: { kind: 'match', id }, dueMs }),
    ),
    ...Object.keys(progress.longMatches).flatMap((id) => partsOf(progress, id, nowMs)),
    ...details(progress, nowMs),
    ...history(progress, settings),
  ];
  return choose({ candidates, keyOf, liveMs: LIVE_MS }, progress, settings, nowMs);
}

/** Returns catalogue requests: a competition's teams before its matches, which refer to them. */
function catalogue(progress: Progress, code: string): Candidate<Request>[] {
  const known = progress.competitions[code];
  const steps: [Request, number][] = [[{ kind: 'competition', code }, CATALOGUE_MS]];
  if (known !== undefined)
    steps.push([{ kind: 'teams', code, year: known.year }, TEAMS_MS], [{ kind: 'matches', code, year: known.year }, MATCHES_MS]);
  return inTurn(steps, progress, keyOf).map(([request, everyMs]) => ({
    urgency: 'today',
    request,
    dueMs: nextMs(progress, keyOf(request), everyMs),
  }));
}

/** Returns requests for the days with live matches at the pace of `everyMs`, and for days with results to check. */
function days({ fixtures, answeredMs, competitions }: Progress, everyMs: DayPace['everyMs'], nowMs: number): Candidate<Request>[] {
  const listedMs = ({ league: code }: KnownMatch) => answeredMs[keyOf({ kind: 'matches', code, year: competitions[code]?.year ?? 0 })] ?? 0;
  return dueDays({ fixtures, answeredMs }, { everyMs, listedMs }, nowMs).map(({ date, ...due }) => ({
    ...due,
    request: { kind: 'day', date },
  }));
}

/** Returns the request for the parts of a match that went beyond 90 minutes: lists may leave them out. */
function partsOf(progress: Progress, id: string, nowMs: number): Candidate<Request>[] {
  const request: Request = { kind: 'match', id };
  const known = progress.fixtures[id];
  if (known === undefined) return [{ urgency: 'history', request, dueMs: nextMs(progress, keyOf(request), SETTLED_MS) }];
  if (!isOver(known))
    return isPlayable(known, nowMs) ? [{ urgency: 'live', request, dueMs: nextMs(progress, keyOf(request), LIVE_MS) }] : [];
  const dueMs = nextCheckMs(known, known.checkedMs);
  return dueMs === null ? [] : [{ urgency: 'today', request, dueMs }];
}

/** Returns requests for goals, cards and line-ups: of each match once after its end, and during it if the plan has them. */
function details({ fixtures, hasDetails }: Progress, nowMs: number): Candidate<Request>[] {
  return Object.entries(fixtures).flatMap(([id, match]): Candidate<Request>[] => {
    const { kickoffMs, checkedMs, overMs } = match;
    const request: Request = { kind: 'match', id };
    if (overMs !== null) {
      const dueMs = hasDetails ? nextCheckMs(match, checkedMs) : checkedMs < overMs ? overMs : null;
      return dueMs === null ? [] : [{ urgency: 'lineups', request, dueMs }];
    }
    if (!hasDetails || !isPlayable(match, nowMs)) return [];
    return [{ urgency: 'lineups', request, dueMs: Math.max(kickoffMs! - LINEUPS_BEFORE_MS, checkedMs + DETAILS_MS) }];
  });
}

/** Returns the requests of past seasons, once the current season of the competition was requested. */
function history(progress: Progress, { followed, historySeasons = 0 }: PlanSettings): Candidate<Request>[] {
  const isCurrentAsked = (code: string) => {
    const known = progress.competitions[code];
    return known !== undefined && progress.answeredMs[keyOf({ kind: 'matches', code, year: known.year })] !== undefined;
  };
  const asked = { followed: followed.filter(isCurrentAsked), count: historySeasons };
  return missingSeasons(progress, asked, (code, season): Request => ({ kind: 'history', code, year: Number(season) }));
}
