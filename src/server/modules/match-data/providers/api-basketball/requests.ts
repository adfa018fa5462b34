import type { Candidate } from '#server/modules/match-data/providers/polled/choose.ts';
import { type DayPace, dayKey, dueDays, missingMatches } from '#server/modules/match-data/providers/polled/match-days.ts';
import type { Progress } from './progress.ts';

/** The requests to the provider. Ids of leagues and games are the provider's, as strings; a season is "2021-2022" or "2021". */
export type Request =
  | { kind: 'leagues' }
  | { kind: 'teams'; league: string; season: string }
  | { kind: 'games'; league: string; season: string }
  | { kind: 'odds'; league: string; season: string }
  /** All games in the world on a UTC day ("2021-10-20"): there is no list of live games only. */
  | { kind: 'day'; date: string }
  | { kind: 'game'; id: string }
  /** All games of a season before the current one. */
  | { kind: 'history'; league: string; season: string };

/** Bet id of "Home/Away": the winner, overtime included. */
export const WINNER_ID = 2;

/** Returns the path and query of a request. */
export function queryOf(request: Request): string {
  switch (request.kind) {
    case 'leagues':
      return '/leagues';
    case 'teams':
    case 'games':
      return `/${request.kind}?league=${request.league}&season=${request.season}`;
    case 'history':
      return `/games?league=${request.league}&season=${request.season}`;
    case 'odds':
      return `/odds?league=${request.league}&season=${request.season}&bet=${WINNER_ID}`;
    case 'day':
      return `/games?date=${request.date}`;
    case 'game':
      return `/games?id=${request.id}`;
  }
}

/** Returns the key under which the time of the answer and of the next try are stored. */
export function keyOf(request: Request): string {
  if ('season' in request) return `${request.kind}:${request.league}:${request.season}`;
  if (request.kind === 'day') return dayKey(request.date);
  return request.kind === 'game' ? `game:${request.id}` : request.kind;
}

/** Returns requests for the days with live games at the pace of `everyMs`, and for days with results to check. */
export function days({ fixtures, answeredMs, leagues }: Progress, everyMs: DayPace['everyMs'], nowMs: number): Candidate<Request>[] {
  const listedMs = ({ league }: { league: string }) =>
    answeredMs[keyOf({ kind: 'games', league, season: leagues[league]?.season ?? '' })] ?? 0;
  return dueDays({ fixtures, answeredMs }, { everyMs, listedMs }, nowMs).map(({ date, ...due }) => ({
    ...due,
    request: { kind: 'day', date },
  }));
}

/** Returns requests for games missing from their day's list: they may have been moved to another date. */
export const missingGames = (progress: Progress, nowMs: number): Candidate<Request>[] =>
  missingMatches(progress, nowMs).map(({ id, dueMs }) => ({ urgency: 'today', request: { kind: 'game', id }, dueMs }));
