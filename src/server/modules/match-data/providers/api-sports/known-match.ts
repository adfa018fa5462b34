import { z } from 'zod';
import { MATCH_STATUSES, matchGroup } from '#domain/matches/match-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { nextMidnightMs } from './allowance.ts';

/** A match that is near enough in time to be asked about by itself. Times are milliseconds since 1970. */
export const KnownMatch = z.object({
  league: z.string(),
  kickoffMs: z.number().nullable(),
  status: z.enum(MATCH_STATUSES),
  /** When it was last asked for by itself; 0 for never. */
  checkedMs: z.number(),
  /** When it was last in a list of live matches, or of a day's; 0 for never. */
  liveMs: z.number(),
  /** When we first heard that it is over; null until then. */
  overMs: z.number().nullable(),
  /** How often in a row it was asked for by itself, and the answer did not know it; absent for never. */
  unknownTimes: z.number().int().min(1).optional(),
});
export type KnownMatch = z.output<typeof KnownMatch>;
export type KnownMatches = Record<string, KnownMatch>;

/** A match lasts no longer than this, extra time, overtimes and shoot-out included. */
export const MATCH_MS = 3 * HOUR_MS;
const LIVE_MS_MIN = 15_000;
/** Matches of these days are asked about by themselves; further away a league's list tells enough. */
const BACK_MS = 4 * DAY_MS;
const AHEAD_MS = 8 * DAY_MS;
/** After the end results are looked at again: details are mended, and scores now and then. */
const CHECKS_AFTER_MS = [0, 15 * MINUTE_MS, 3 * HOUR_MS, DAY_MS, 3 * DAY_MS];

export const isOver = ({ status }: KnownMatch): boolean => matchGroup(status) === 'finished';

/** Asked for so often in vain, a match is none that lists of live matches are asked for. */
const UNKNOWN_TIMES_MAX = 3;
const mayBePlayed = (match: KnownMatch): boolean => !isOver(match) && (match.unknownTimes ?? 0) < UNKNOWN_TIMES_MAX;

/** To come, or begun so lately that it may still be played. */
export const isPlayable = (match: KnownMatch, nowMs: number): boolean =>
  mayBePlayed(match) && match.kickoffMs !== null && match.kickoffMs + 2 * MATCH_MS > nowMs;

/** When a match that is over, last asked for at `checkedMs`, is to be looked at again; null when it was often enough. */
export function nextCheckMs({ overMs }: KnownMatch, checkedMs: number): number | null {
  const next = CHECKS_AFTER_MS.find((afterMs) => checkedMs < overMs! + afterMs || checkedMs === 0);
  return next === undefined ? null : overMs! + next;
}

/** For how long matches are expected to be played before midnight UTC, those at the same time counted once. */
export function liveMsToday(matches: KnownMatches, nowMs: number): number {
  const midnightMs = nextMidnightMs(nowMs);
  const spans = Object.values(matches)
    .filter((match) => mayBePlayed(match) && match.kickoffMs !== null)
    .map(({ kickoffMs }) => [Math.max(kickoffMs!, nowMs), Math.min(kickoffMs! + MATCH_MS, midnightMs)] as const)
    .sort((a, b) => a[0] - b[0]);
  let sum = 0;
  let coveredMs = nowMs;
  for (const [from, to] of spans) {
    sum += Math.max(0, to - Math.max(from, coveredMs));
    coveredMs = Math.max(coveredMs, to);
  }
  return sum;
}

/** How long to wait between two live lists, so that `left` requests last until midnight UTC. */
export const liveEveryMs = (matches: KnownMatches, left: number, nowMs: number): number =>
  Math.max(LIVE_MS_MIN, liveMsToday(matches, nowMs) / Math.max(1, left * 0.9));

/** How many requests live matches would use until midnight if they were asked for as often as they change. */
export const liveRequestsToday = (matches: KnownMatches, nowMs: number): number => liveMsToday(matches, nowMs) / LIVE_MS_MIN;

/** Notes what an answer said of a match; one that is far away in time is not kept. */
export function noteMatch(matches: KnownMatches, id: string, told: Omit<KnownMatch, 'overMs' | 'unknownTimes'>, nowMs: number): void {
  const next: KnownMatch = { ...told, overMs: null };
  next.overMs = isOver(next) ? (matches[id]?.overMs ?? nowMs) : null;
  if (isNearInTime(next, nowMs)) matches[id] = next;
  else delete matches[id];
}

/** Matches that we hold for unfinished although their time has come, and that nothing else would ask about: after a long pause. */
export function watchOverdue(matches: KnownMatches, overdue: { id: string; kickoffMs: number }[]): void {
  for (const { id, kickoffMs } of overdue) {
    matches[id] ??= { league: '', kickoffMs, status: 'ns', checkedMs: 0, liveMs: 0, overMs: null };
  }
}

/**
 * Notes that matches were asked for by themselves, and which of them the answer told of. Those that the provider does not know
 * (any more) were asked for all the same, or they would be asked for at once again.
 */
export function noteChecked(matches: KnownMatches, asked: readonly string[], told: ReadonlySet<string>, nowMs: number): void {
  for (const id of asked) {
    const known = matches[id];
    if (known === undefined) continue;
    known.checkedMs = nowMs;
    if (!told.has(id)) known.unknownTimes = (known.unknownTimes ?? 0) + 1;
    else delete known.unknownTimes;
  }
}

/** A match that the provider does not know is waited for twice as long each time, up to an hour: it may be a mistake, and would use up the day. */
export const pauseOfUnknown = ({ unknownTimes = 0 }: KnownMatch, pauseMs: number): number =>
  Math.max(pauseMs, Math.min(pauseMs * 2 ** Math.min(unknownTimes, 10), HOUR_MS));

export function dropFarAway(matches: KnownMatches, nowMs: number): void {
  for (const [id, match] of Object.entries(matches)) {
    if (!isNearInTime(match, nowMs)) delete matches[id];
  }
}

const isNearInTime = (match: KnownMatch, nowMs: number): boolean =>
  (match.kickoffMs !== null && match.kickoffMs > nowMs - BACK_MS && match.kickoffMs < nowMs + AHEAD_MS) ||
  (match.kickoffMs !== null && match.kickoffMs <= nowMs - BACK_MS && !isOver(match));
