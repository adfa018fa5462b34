import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { type Candidate, type Due, rankOf } from '#server/modules/match-data/providers/polled/choose.ts';
import {
  isOver,
  isPlayable,
  type KnownMatch,
  nextCheckMs,
  pauseOfUnknown,
} from '#server/modules/match-data/providers/polled/known-match.ts';
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

const dayKey = (date: string): string => `day:${date}`;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const MISSING_MS = 5 * MINUTE_MS;

/**
 * Returns the days whose games are to be requested: a day with live games every `everyMs` (an evening may be part of two UTC days),
 * other days when a result is to be checked again or is missing.
 */
export function dueDays(progress: Progress, everyMs: number, nowMs: number): Candidate<Request>[] {
  const matches = Object.values(progress.fixtures).filter(({ kickoffMs }) => kickoffMs !== null);
  const liveDays = new Set(
    matches.filter((match) => isLive(match, nowMs) && match.kickoffMs! <= nowMs).map((match) => dateOf(match.kickoffMs!)),
  );
  const pauseMs = everyMs * Math.max(1, liveDays.size);
  const days = new Map<string, Due>();
  for (const match of matches) {
    const date = dateOf(match.kickoffMs!);
    const due = dueOf(match, progress, pauseMs, nowMs);
    const other = days.get(date);
    if (due !== null && (other === undefined || isBefore(due, other, nowMs))) days.set(date, due);
  }
  return [...days].map(([date, due]) => ({ ...due, request: { kind: 'day', date } }));
}

/** Returns whether a game is live or may begin; postponed games are only checked now and then. */
const isLive = (match: KnownMatch, nowMs: number): boolean => isPlayable(match, nowMs) && match.status !== 'pst';

function dueOf(match: KnownMatch, { answeredMs, leagues }: Progress, pauseMs: number, nowMs: number): Due | null {
  const askedMs = answeredMs[dayKey(dateOf(match.kickoffMs!))] ?? 0;
  if (isOver(match)) {
    // The league's list of games contains the same data.
    const season = leagues[match.league]?.season ?? '';
    const lookedMs = Math.max(askedMs, answeredMs[keyOf({ kind: 'games', league: match.league, season })] ?? 0);
    const dueMs = nextCheckMs(match, lookedMs);
    return dueMs === null ? null : { urgency: 'today', dueMs };
  }
  if (isLive(match, nowMs)) return { urgency: 'live', dueMs: Math.max(match.kickoffMs!, askedMs === 0 ? 0 : askedMs + pauseMs) };
  return { urgency: 'today', dueMs: Math.max(match.kickoffMs!, askedMs + pauseOfOwed(match, nowMs)) };
}

/** Orders what is due now before what is due later. */
const isBefore = (a: Due, b: Due, nowMs: number): boolean =>
  Math.max(a.dueMs, nowMs) - Math.max(b.dueMs, nowMs) < 0 ||
  (Math.max(a.dueMs, nowMs) === Math.max(b.dueMs, nowMs) && rankOf(a) < rankOf(b));

/** Returns games missing from their day's list: they may have been moved to another date. */
export function dueGames({ fixtures, answeredMs }: Progress, nowMs: number): Candidate<Request>[] {
  return Object.entries(fixtures).flatMap(([id, match]): Candidate<Request>[] => {
    if (isOver(match) || match.kickoffMs === null || match.kickoffMs > nowMs) return [];
    const askedMs = answeredMs[dayKey(dateOf(match.kickoffMs))] ?? 0;
    const isMissing = askedMs >= match.kickoffMs && match.liveMs < askedMs;
    if (!isMissing) return [];
    const pauseMs = isPlayable(match, nowMs) ? MISSING_MS : pauseOfOwed(match, nowMs);
    return [{ urgency: 'today', request: { kind: 'game', id }, dueMs: match.checkedMs + pauseOfUnknown(match, pauseMs) }];
  });
}

/** Pause between requests for a missing result; longer for games long ago. */
const pauseOfOwed = ({ kickoffMs }: KnownMatch, nowMs: number): number => (nowMs - kickoffMs! > 2 * DAY_MS ? DAY_MS : HOUR_MS);
