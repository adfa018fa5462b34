import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '#domain/time.ts';
import { type Due, rankOf } from './choose.ts';
import { isOver, isPlayable, type KnownMatch, nextCheckMs, pauseOfUnknown } from './known-match.ts';
import type { CommonProgress } from './progress.ts';

/** Requests for a day's matches, for providers that have no list of live matches only. Days are UTC dates: "2021-10-20". */

/** Returns the key under which the request for a day's matches is stored. */
export const dayKey = (date: string): string => `day:${date}`;

type Known = Pick<CommonProgress, 'fixtures' | 'answeredMs'>;

export interface DayPace {
  /** Returns the interval of requests for each of `days` days with live matches, in milliseconds: they share the allowance. */
  everyMs: (days: number) => number;
  /** Returns when the match was last in another list, such as its league's, which contains the same data; 0 for never. */
  listedMs: (match: KnownMatch) => number;
}

export type DueDay = Due & { date: string };

/**
 * Returns the days whose matches are to be requested: days with live matches at the pace (an evening may be part of two UTC days),
 * other days when a result is to be checked again or is missing.
 */
export function dueDays(known: Known, pace: DayPace, nowMs: number): DueDay[] {
  const matches = Object.values(known.fixtures).filter(({ kickoffMs }) => kickoffMs !== null);
  const liveDays = new Set(
    matches.filter((match) => isLive(match, nowMs) && match.kickoffMs! <= nowMs).map((match) => utcDay(match.kickoffMs!)),
  );
  const pauseMs = pace.everyMs(Math.max(1, liveDays.size));
  const days = new Map<string, Due>();
  for (const match of matches) {
    const date = utcDay(match.kickoffMs!);
    const due = dueOf(match, known.answeredMs[dayKey(date)] ?? 0, pace, pauseMs, nowMs);
    const other = days.get(date);
    if (due !== null && (other === undefined || isBefore(due, other, nowMs))) days.set(date, due);
  }
  return [...days].map(([date, due]) => ({ ...due, date }));
}

/** Returns whether a match is live or may begin; postponed ones and those without a time are only checked now and then. */
const isLive = (match: KnownMatch, nowMs: number): boolean => isPlayable(match, nowMs) && match.status !== 'pst' && match.status !== 'tbd';

function dueOf(match: KnownMatch, askedMs: number, { listedMs }: DayPace, pauseMs: number, nowMs: number): Due | null {
  if (isOver(match)) {
    const dueMs = nextCheckMs(match, Math.max(askedMs, listedMs(match)));
    return dueMs === null ? null : { urgency: 'today', dueMs };
  }
  if (isLive(match, nowMs)) return { urgency: 'live', dueMs: Math.max(match.kickoffMs!, askedMs === 0 ? 0 : askedMs + pauseMs) };
  return { urgency: 'today', dueMs: Math.max(match.kickoffMs!, askedMs + pauseOfOwed(match, nowMs)) };
}

/** Orders what is due now before what is due later. */
const isBefore = (a: Due, b: Due, nowMs: number): boolean =>
  Math.max(a.dueMs, nowMs) - Math.max(b.dueMs, nowMs) < 0 ||
  (Math.max(a.dueMs, nowMs) === Math.max(b.dueMs, nowMs) && rankOf(a) < rankOf(b));

const MISSING_MS = 5 * MINUTE_MS;

/** Returns matches missing from their day's list, and when to request each on its own: they may have been moved to another date. */
export function missingMatches({ fixtures, answeredMs }: Known, nowMs: number): { id: string; dueMs: number }[] {
  return Object.entries(fixtures).flatMap(([id, match]) => {
    if (isOver(match) || match.kickoffMs === null || match.kickoffMs > nowMs) return [];
    const askedMs = answeredMs[dayKey(utcDay(match.kickoffMs))] ?? 0;
    const isMissing = askedMs >= match.kickoffMs && match.liveMs < askedMs;
    if (!isMissing) return [];
    const pauseMs = isPlayable(match, nowMs) ? MISSING_MS : pauseOfOwed(match, nowMs);
    return [{ id, dueMs: match.checkedMs + pauseOfUnknown(match, pauseMs) }];
  });
}

/** Pause between requests for a missing result; longer for matches long ago. */
const pauseOfOwed = ({ kickoffMs }: KnownMatch, nowMs: number): number => (nowMs - kickoffMs! > 2 * DAY_MS ? DAY_MS : HOUR_MS);

const RETENTION_MS = 10 * DAY_MS;

/** Deletes the request times of days long ago. */
export function dropOldDays({ answeredMs, failed }: Pick<CommonProgress, 'answeredMs' | 'failed'>, nowMs: number): void {
  for (const kept of [answeredMs, failed]) {
    for (const key of Object.keys(kept)) {
      if (key.startsWith('day:') && Date.parse(key.slice('day:'.length)) < nowMs - RETENTION_MS) delete kept[key];
    }
  }
}
