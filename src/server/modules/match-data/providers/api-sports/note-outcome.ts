import { MINUTE_MS } from '#domain/time.ts';
import { nextMidnightMs, pausedUntil, withHeaders } from './allowance.ts';
import type { ApiSportsError, Problem } from './client.ts';
import type { CommonProgress } from './progress.ts';

/**
 * Records that the request with `key` was answered and its answer imported; `isWhole` is false while pages of it are missing.
 * `askedMs` is when it was requested.
 */
export function noteAnswered(progress: CommonProgress, key: string, askedMs: number, isWhole = true): void {
  delete progress.failed[key];
  progress.problem = null;
  if (isWhole) progress.answeredMs[key] = askedMs;
}

const PAUSE_MS_MIN: Record<Problem, number> = {
  failed: 5_000,
  rate_limited: MINUTE_MS,
  day_used_up: 0,
  setting: 0,
  request: 0,
};
const RETRY_MS: Record<Problem, number> = { failed: 15_000, rate_limited: 0, day_used_up: 0, setting: 0, request: 6 * 60 * MINUTE_MS };
const RETRY_MS_MAX = 60 * MINUTE_MS;
/** Live matches are retried sooner. */
const RETRY_LIVE_MS_MAX = MINUTE_MS;
const RETRY_AFTER_MS_MAX = 60 * MINUTE_MS;

/**
 * Records why a request failed, and when to continue: all requests pause shortly, and the failed one for longer each time, so that
 * others are made meanwhile.
 */
export function noteProblem(
  progress: CommonProgress,
  { key, isLive }: { key: string; isLive: boolean },
  { problem, headers, message }: ApiSportsError,
  nowMs: number,
): void {
  const times = (progress.failed[key]?.times ?? 0) + 1;
  const used = withHeaders(progress.used, headers, nowMs);
  const pauseMs = Math.max(PAUSE_MS_MIN[problem], problem === 'rate_limited' ? retryAfterMs(headers, nowMs) : 0);
  progress.used = pausedUntil(used, problem === 'day_used_up' ? nextMidnightMs(nowMs) : nowMs + pauseMs);
  progress.problem = { message, isSetting: problem === 'setting', atMs: nowMs };
  const maxMs = isLive ? RETRY_LIVE_MS_MAX : Math.max(RETRY_MS_MAX, RETRY_MS[problem]);
  const retryMs = nowMs + Math.min(RETRY_MS[problem] * 2 ** Math.min(times - 1, 10), maxMs);
  progress.failed[key] = { times, retryMs };
}

/** Parses `Retry-After`, in seconds or as a date; 0 without one. */
function retryAfterMs(headers: Headers, nowMs: number): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX) : 0;
}
