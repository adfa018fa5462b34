import { MINUTE_MS } from '#domain/time.ts';
import { type Allowance, dayLeft, freeAtMs } from './allowance.ts';
import { liveRequestsToday } from './known-match.ts';
import type { CommonProgress } from './progress.ts';

/** How much a request matters: live matches, what is owed today, line-ups, odds before and in play, squads. */
export const URGENCIES = ['live', 'today', 'lineups', 'odds', 'live_odds', 'squads'] as const;
export type Urgency = (typeof URGENCIES)[number];
export interface Due {
  urgency: Urgency;
  /** From when on it is to be asked; may be past. */
  dueMs: number;
}
export type Candidate<R> = Due & { request: R };

/** What to do now: ask, or look again at a time (milliseconds since 1970). */
export type Plan<R> = { kind: 'ask'; request: R; urgency: Urgency } | { kind: 'wait'; untilMs: number };

/** The part of a day's allowance that stays untouched by what is less urgent, beside what live matches will need today. */
const KEPT: Record<Urgency, number> = { live: 0, today: 0, lineups: 0.02, odds: 0.1, live_odds: 0.2, squads: 0.25 };
/** Live matches keep no more than this for later, or nothing else would ever be told. */
const LIVE_SHARE_MAX = 0.6;
const LOOK_AGAIN_MS = MINUTE_MS;

export interface Choice<R> {
  /** Whatever might be asked now or later, when so many requests are left of the day. */
  candidates: (left: number) => Candidate<R>[];
  keyOf: (request: R) => string;
}

/** The most urgent request that is due and that the allowance is still for, or how long there is none. */
export function choose<R>({ candidates, keyOf }: Choice<R>, progress: CommonProgress, allowance: Allowance, nowMs: number): Plan<R> {
  const freeMs = freeAtMs(progress.used, allowance, nowMs);
  if (freeMs > nowMs) return { kind: 'wait', untilMs: freeMs };
  const left = dayLeft(progress.used, allowance, nowMs);
  const kept = Math.min(liveRequestsToday(progress.fixtures, nowMs), allowance.perDay * LIVE_SHARE_MAX);
  const isAffordable = ({ urgency }: Due) => urgency === 'live' || urgency === 'today' || left > kept + allowance.perDay * KEPT[urgency];
  const all = candidates(left)
    .map((one) => ({ ...one, dueMs: Math.max(one.dueMs, progress.failed[keyOf(one.request)]?.retryMs ?? 0) }))
    .filter(isAffordable);
  const [first] = all.filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => rankOf(a) - rankOf(b) || a.dueMs - b.dueMs);
  if (first !== undefined) return { kind: 'ask', request: first.request, urgency: first.urgency };
  return { kind: 'wait', untilMs: Math.min(nowMs + LOOK_AGAIN_MS, ...all.map(({ dueMs }) => dueMs)) };
}

export const rankOf = ({ urgency }: Due): number => URGENCIES.indexOf(urgency);

/** Requests of a league that build on each other: the next one waits until the one before was answered, or failed. */
export function inTurn<R>(steps: [request: R, everyMs: number][], progress: CommonProgress, keyOf: (request: R) => string): [R, number][] {
  const isMissing = ([request]: [R, number]) =>
    progress.answeredMs[keyOf(request)] === undefined && progress.failed[keyOf(request)] === undefined;
  const missing = steps.findIndex(isMissing);
  return missing === -1 ? steps : steps.slice(0, missing + 1);
}
