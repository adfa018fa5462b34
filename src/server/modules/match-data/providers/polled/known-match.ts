import { z } from 'zod';
import { MATCH_STATUSES, matchGroup } from '#domain/matches/match-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { nextMidnightMs } from './allowance.ts';

/** A match near enough in time to be requested on its own. Times are milliseconds since 1970. */
export const KnownMatch = z.object({
  league: z.string(),
  kickoffMs: z.number().nullable(),
  status: z.enum(MATCH_STATUSES),
  /** When the match was last requested on its own; 0 for never, and for not since it left the live list. */
  checkedMs: z.number(),
  /** When the match was last in a list of live matches or of a day; 0 for never. */
  liveMs: z.number(),
  /** When the match was first seen finished; null until then. */
  overMs: z.number().nullable(),
  /** Number of consecutive requests for the match that the provider could not answer; absent for none. */
  unknownTimes: z.number().int().min(1).optional(),
});
export type KnownMatch = z.output<typeof KnownMatch>;
export type KnownMatches = Record<string, KnownMatch>;

/** Maximum duration of a match, with extra time, overtimes and shoot-out. */
export const MATCH_MS = 3 * HOUR_MS;
/** Usual interval of requests for live matches. */
export const LIVE_MS_MIN = 15_000;
/** Range of days whose matches are requested on their own; beyond it, a league's list is enough. */
const BACK_MS = 4 * DAY_MS;
const AHEAD_MS = 8 * DAY_MS;
/** Times after the end at which a result is checked again: details are corrected then, and sometimes scores. */
const CHECKS_AFTER_MS = [0, 15 * MINUTE_MS, 3 * HOUR_MS, DAY_MS, 3 * DAY_MS];

export const isOver = ({ status }: KnownMatch): boolean => matchGroup(status) === 'finished';

const UNKNOWN_TIMES_MAX = 3;
/** Returns whether the provider could not answer about a match several times in a row: live lists are no longer requested for it. */
export const isUnknown = ({ unknownTimes = 0 }: KnownMatch): boolean => unknownTimes >= UNKNOWN_TIMES_MAX;
const mayBePlayed = (match: KnownMatch): boolean => !isOver(match) && !isUnknown(match);

/** Returns whether a match is upcoming, or began recently enough to be in play. */
export const isPlayable = (match: KnownMatch, nowMs: number): boolean =>
  mayBePlayed(match) && match.kickoffMs !== null && match.kickoffMs + 2 * MATCH_MS > nowMs;

/**
 * Returns when a finished match, last requested at `checkedMs`, is to be checked again; null if it was checked often enough. `checksAfterMs`
 * are the times after the end.
 */
export function nextCheckMs({ overMs }: KnownMatch, checkedMs: number, checksAfterMs: readonly number[] = CHECKS_AFTER_MS): number | null {
  const next = checksAfterMs.find((afterMs) => checkedMs < overMs! + afterMs || checkedMs === 0);
  return next === undefined ? null : overMs! + next;
}

/** Returns for how long matches are expected to be in play before midnight UTC; simultaneous ones count once. */
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

/** Share of the requests left that live lists may use up. */
export const LIVE_SHARE = 0.9;

/** Returns the interval of live lists with which `left` requests last until midnight UTC. */
export const liveEveryMs = (matches: KnownMatches, left: number, nowMs: number, minMs = LIVE_MS_MIN): number =>
  Math.max(minMs, liveMsToday(matches, nowMs) / Math.max(1, left * LIVE_SHARE));

/** Returns the number of requests that live matches would need until midnight at the rate at which they change. */
export const liveRequestsToday = (matches: KnownMatches, nowMs: number, everyMs = LIVE_MS_MIN): number =>
  liveMsToday(matches, nowMs) / everyMs;

/** Stores what an answer said about a match; matches too far away in time are not stored. */
export function noteMatch(matches: KnownMatches, id: string, told: Omit<KnownMatch, 'overMs' | 'unknownTimes'>, nowMs: number): void {
  const next: KnownMatch = { ...told, overMs: null };
  next.overMs = isOver(next) ? (matches[id]?.overMs ?? nowMs) : null;
  if (isNearInTime(next, nowMs)) matches[id] = next;
  else delete matches[id];
}

/** Adds matches that are unfinished in our database after their kick-off, and that no other request would include, as after a long pause. */
export function watchOverdue(matches: KnownMatches, overdue: { id: string; kickoffMs: number }[]): void {
  for (const { id, kickoffMs } of overdue) {
    matches[id] ??= { league: '', kickoffMs, status: 'ns', checkedMs: 0, liveMs: 0, overMs: null };
  }
}

/**
 * Records that matches were requested on their own, and which of them the answer contained. Matches that the provider does not know
 * count as requested, too, or they would be requested again at once.
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

/** Doubles the pause each time for a match that the provider does not know, up to an hour, so that a wrong id does not use up the day. */
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
