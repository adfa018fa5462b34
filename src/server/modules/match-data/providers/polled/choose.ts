import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { type Allowance, allowedPerDay, dayLeft, freeAtMs, nextMidnightMs } from './allowance.ts';
import { isPlayable, LIVE_MS_MIN, liveMsToday, liveRequestsToday } from './known-match.ts';
import { seasonsSince } from './past-seasons.ts';
import type { CommonProgress } from './progress.ts';

/** Urgencies of requests: live matches, missing data of today, line-ups, odds before and in play, squads, ratings, past seasons. */
const URGENCIES = ['live', 'today', 'lineups', 'odds', 'live_odds', 'squads', 'ratings', 'history'] as const;
export type Urgency = (typeof URGENCIES)[number];
export interface Due {
  urgency: Urgency;
  /** When the request is due; may be past. */
  dueMs: number;
}
export type Candidate<R> = Due & { request: R };

/** What to do now: make a request, or wait until a time (milliseconds since 1970). */
export type Plan<R> = { kind: 'ask'; request: R; urgency: Urgency } | { kind: 'wait'; untilMs: number };

/** Share of a day's allowance that less urgent requests leave unused, in addition to the expected needs of live matches today. */
const KEPT: Record<Urgency, number> = {
  live: 0,
  today: 0,
  lineups: 0.02,
  odds: 0.1,
  live_odds: 0.2,
  squads: 0.25,
  ratings: 0.25,
  history: 0.1,
};
/** Maximum share reserved for later live matches, so that other data is updated, too. */
const LIVE_SHARE_MAX = 0.6;
/**
 * Maximum share of a day for past seasons while any is missing. It is taken from the share of live matches, as long as none is in play:
 * the past is imported once, and what depends on it, such as forecasts and tables, is missing until then.
 */
const HISTORY_SHARE_MAX = 0.45;
/** Interval of requests for live matches that past seasons leave possible, as far as the allowance does. */
const LIVE_MS_BESIDE_HISTORY = 15 * MINUTE_MS;
/** Urgencies that come before past seasons, but leave their share. */
const BEFORE_HISTORY: readonly Urgency[] = ['odds', 'live_odds', 'squads', 'ratings'];
const LOOK_AGAIN_MS = MINUTE_MS;

export interface Choice<R> {
  /** Returns the possible requests, given the number of requests left today. */
  candidates: (left: number) => Candidate<R>[];
  keyOf: (request: R) => string;
  /** The interval of requests for live matches while the allowance is no limit. */
  liveMs?: number;
}

/** Returns the most urgent request that is due and within the allowance, or how long there is none. */
export function choose<R>(
  { candidates, keyOf, liveMs = LIVE_MS_MIN }: Choice<R>,
  progress: CommonProgress,
  allowance: Allowance,
  nowMs: number,
): Plan<R> {
  const freeMs = freeAtMs(progress.used, allowance, nowMs);
  if (freeMs > nowMs) return { kind: 'wait', untilMs: freeMs };
  const left = dayLeft(progress.used, allowance, nowMs);
  const perDay = allowedPerDay(allowance);
  const due = candidates(left).map((one) => ({ ...one, dueMs: Math.max(one.dueMs, progress.failed[keyOf(one.request)]?.retryMs ?? 0) }));
  const missing = due.filter(({ urgency, dueMs }) => urgency === 'history' && dueMs < nextMidnightMs(nowMs)).length;
  const history = historyShares(progress, { missing, perDay, nowMs });
  const live = liveRequestsToday(progress.fixtures, nowMs, liveMs);
  const keptFor = (urgency: Urgency) => {
    const others = Math.min(live, Math.max(0, perDay * LIVE_SHARE_MAX - history.taken)) + perDay * KEPT[urgency];
    return BEFORE_HISTORY.includes(urgency) ? others + history.reserved : others;
  };
  const isAffordable = ({ urgency }: Due) => urgency === 'live' || urgency === 'today' || left > keptFor(urgency);
  const all = due.filter(isAffordable);
  const [first] = all.filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => rankOf(a) - rankOf(b) || a.dueMs - b.dueMs);
  if (first !== undefined) return { kind: 'ask', request: first.request, urgency: first.urgency };
  return { kind: 'wait', untilMs: Math.min(nowMs + LOOK_AGAIN_MS, ...all.map(({ dueMs }) => dueMs)) };
}

/**
 * Returns how many of today's requests are taken from the share of live matches for past seasons, those already made included, and how
 * many of them are still to be made. While a match is in play, no further ones are taken.
 */
function historyShares(
  progress: CommonProgress,
  { missing, perDay, nowMs }: { missing: number; perDay: number; nowMs: number },
): { taken: number; reserved: number } {
  const made = seasonsSince(progress, nextMidnightMs(nowMs) - DAY_MS);
  const isInPlay = Object.values(progress.fixtures).some((match) => isPlayable(match, nowMs) && match.kickoffMs! <= nowMs);
  if (missing === 0) return { taken: Math.min(made, perDay * HISTORY_SHARE_MAX), reserved: 0 };
  const spare = perDay * LIVE_SHARE_MAX - liveMsToday(progress.fixtures, nowMs) / LIVE_MS_BESIDE_HISTORY;
  const allowed = Math.floor(Math.min(perDay * HISTORY_SHARE_MAX, spare)) - made;
  const reserved = isInPlay ? 0 : Math.min(missing, Math.max(0, allowed));
  return { taken: Math.min(made + reserved, perDay * HISTORY_SHARE_MAX), reserved };
}

export const rankOf = ({ urgency }: Due): number => URGENCIES.indexOf(urgency);

/** Returns a league's requests that build on each other: each waits until the previous one was answered or failed. */
export function inTurn<R>(steps: [request: R, everyMs: number][], progress: CommonProgress, keyOf: (request: R) => string): [R, number][] {
  const isMissing = ([request]: [R, number]) =>
    progress.answeredMs[keyOf(request)] === undefined && progress.failed[keyOf(request)] === undefined;
  const missing = steps.findIndex(isMissing);
  return missing === -1 ? steps : steps.slice(0, missing + 1);
}
