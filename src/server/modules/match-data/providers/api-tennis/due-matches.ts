import { isInPlay } from '#domain/matches/match-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '#domain/time.ts';
import type { Candidate } from '#server/modules/match-data/providers/polled/choose.ts';
import {
  isOver,
  isUnknown,
  type KnownMatch,
  nextCheckMs,
  pauseOfUnknown,
} from '#server/modules/match-data/providers/polled/known-match.ts';
import type { Progress } from './progress.ts';
import { dayKey, liveKey, type Request, type Tour } from './requests.ts';

/** An order of play is not punctual: a court may be free earlier, and rain delays matches until the evening. */
const EARLY_MS = 30 * MINUTE_MS;
const LATE_MS = 14 * HOUR_MS;
/** Time since a match in play was last heard of after which it alone no longer keeps its tour's live list requested. */
const SILENT_MS = 3 * HOUR_MS;

function mayBeLive(match: KnownMatch, nowMs: number): boolean {
  const { kickoffMs, status, liveMs } = match;
  if (isOver(match) || status === 'pst' || kickoffMs === null || isUnknown(match)) return false;
  return kickoffMs + LATE_MS > nowMs || (isInPlay(status) && liveMs + SILENT_MS > nowMs);
}

/** Returns the live list of each tour with a match that is in play or may begin. */
export function dueLive({ fixtures, answeredMs }: Progress, tours: readonly Tour[], everyMs: number, nowMs: number): Candidate<Request>[] {
  const begin = new Map<string, number>();
  for (const match of Object.values(fixtures)) {
    if (!mayBeLive(match, nowMs)) continue;
    begin.set(match.league, Math.min(begin.get(match.league) ?? Number.POSITIVE_INFINITY, match.kickoffMs! - EARLY_MS));
  }
  return tours.flatMap((tour): Candidate<Request>[] => {
    const beginMs = begin.get(tour.tour);
    if (beginMs === undefined) return [];
    return [
      { urgency: 'live', request: { kind: 'live', ...tour }, dueMs: Math.max(beginMs, (answeredMs[liveKey(tour.tour)] ?? 0) + everyMs) },
    ];
  });
}

/** Pauses between requests for a day's order of play: while results are missing, while matches are to come, and for days long ago. */
const OWED_MS = 30 * MINUTE_MS;
const COMING_MS = HOUR_MS;
const OLD_MS = DAY_MS;
/** Matches end one after another; their results are checked together. */
const TOGETHER_MS = 15 * MINUTE_MS;

/** Returns the days of each tour whose order of play or results are to be requested. Walkovers and moved matches are in no live list. */
export function dueDays({ fixtures, answeredMs }: Progress, tours: readonly Tour[], nowMs: number): Candidate<Request>[] {
  const days = new Map<string, number>();
  for (const match of Object.values(fixtures)) {
    if (match.kickoffMs === null) continue;
    const key = dayKey(match.league, utcDay(match.kickoffMs));
    const dueMs = dueOf(match, answeredMs[key] ?? 0, nowMs);
    if (dueMs !== null) days.set(key, Math.min(days.get(key) ?? Number.POSITIVE_INFINITY, dueMs));
  }
  return tours.flatMap((tour) =>
    [...days]
      .filter(([key]) => key.startsWith(dayKey(tour.tour, '')))
      .map(([key, dueMs]) => ({ urgency: 'today', request: { kind: 'day', date: key.split(':')[2]!, ...tour }, dueMs }) as const),
  );
}

function dueOf(match: KnownMatch, askedMs: number, nowMs: number): number | null {
  const kickoffMs = match.kickoffMs!;
  if (isOver(match)) {
    const checkMs = nextCheckMs(match, Math.max(askedMs, match.checkedMs));
    return checkMs === null ? null : Math.max(checkMs, askedMs + TOGETHER_MS);
  }
  if (isInPlay(match.status)) return null;
  if (nowMs > kickoffMs + 2 * DAY_MS) return askedMs + OLD_MS;
  if (nowMs > kickoffMs) return askedMs + OWED_MS;
  return utcDay(kickoffMs) === utcDay(nowMs) ? askedMs + COMING_MS : null;
}

/** Pause before a match that vanished from its lists is requested again; it grows with the time since it was last heard of. */
const VANISHED_MS = 2 * MINUTE_MS;

/**
 * Returns matches that vanished: from the live list while in play, or from their day, and those of which only the id is known. A match
 * that is in no list may be over, interrupted or moved; only the provider knows.
 */
export const dueMatches = ({ fixtures, answeredMs }: Progress, nowMs: number): Candidate<Request>[] =>
  Object.entries(fixtures).flatMap(([id, match]): Candidate<Request>[] => {
    const { kickoffMs, league, liveMs, status, checkedMs } = match;
    if (isOver(match) || kickoffMs === null || (kickoffMs > nowMs && !isInPlay(status))) return [];
    const listedMs = answeredMs[isInPlay(status) ? liveKey(league) : dayKey(league, utcDay(kickoffMs))] ?? 0;
    if (league !== '' && liveMs >= listedMs) return [];
    const silentMs = nowMs - Math.max(liveMs, kickoffMs);
    const pauseMs = Math.min(Math.max(VANISHED_MS, silentMs / 10), DAY_MS);
    const dueMs = checkedMs === 0 ? 0 : checkedMs + pauseOfUnknown(match, pauseMs);
    return [{ urgency: 'today', request: { kind: 'match', id, ...datesAround(kickoffMs, nowMs) }, dueMs }];
  });

/** A match is looked for from the day before its start to a week from now: it may have been moved. */
const datesAround = (kickoffMs: number, nowMs: number) => ({
  from: utcDay(Math.min(kickoffMs, nowMs) - DAY_MS),
  to: utcDay(Math.max(kickoffMs, nowMs) + 7 * DAY_MS),
});
