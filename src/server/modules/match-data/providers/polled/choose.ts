import { MINUTE_MS } from '#domain/time.ts';
import { type Allowance, allowedPerDay, dayLeft, freeAtMs } from './allowance.ts';
import { LIVE_MS_MIN, liveRequestsToday } from './known-match.ts';
import type { CommonProgress } from './progress.ts';

/** Urgencies of requests: live matches, missing data of today, line-ups, odds before and in play, squads, past seasons. */
const URGENCIES = ['live', 'today', 'lineups', 'odds', 'live_odds', 'squads', 'history'] as const;
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
const KEPT: Record<Urgency, number> = { live: 0, today: 0, lineups: 0.02, odds: 0.1, live_odds: 0.2, squads: 0.25, history: 0.25 };
/** Maximum share reserved for later live matches, so that other data is updated, too. */
const LIVE_SHARE_MAX = 0.6;
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
  const kept = Math.min(liveRequestsToday(progress.fixtures, nowMs, liveMs), perDay * LIVE_SHARE_MAX);
  const isAffordable = ({ urgency }: Due) => urgency === 'live' || urgency === 'today' || left > kept + perDay * KEPT[urgency];
  const all = candidates(left)
    .map((one) => ({ ...one, dueMs: Math.max(one.dueMs, progress.failed[keyOf(one.request)]?.retryMs ?? 0) }))
    .filter(isAffordable);
  const [first] = all.filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => rankOf(a) - rankOf(b) || a.dueMs - b.dueMs);
  if (first !== undefined) return { kind: 'ask', request: first.request, urgency: first.urgency };
  return { kind: 'wait', untilMs: Math.min(nowMs + LOOK_AGAIN_MS, ...all.map(({ dueMs }) => dueMs)) };
}

export const rankOf = ({ urgency }: Due): number => URGENCIES.indexOf(urgency);

/** Returns a league's requests that build on each other: each waits until the previous one was answered or failed. */
export function inTurn<R>(steps: [request: R, everyMs: number][], progress: CommonProgress, keyOf: (request: R) => string): [R, number][] {
  const isMissing = ([request]: [R, number]) =>
    progress.answeredMs[keyOf(request)] === undefined && progress.failed[keyOf(request)] === undefined;
  const missing = steps.findIndex(isMissing);
  return missing === -1 ? steps : steps.slice(0, missing + 1);
}
