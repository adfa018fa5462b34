import { MINUTE_MS, nextMidnightMs, pausedUntil, withHeaders } from './allowance.ts';
import type { Answer, ApiFootballError, Problem } from './client.ts';
import type { Progress } from './progress.ts';
import { keyOf, type Request } from './requests.ts';

/** No league has more pages of odds than this: a provider that counts wrongly is not followed for ever. */
const PAGES_MAX = 60;

/** Notes that an answer was told, and what it leaves to ask. `askedMs` is when it was asked for. */
export function noteAnswer(progress: Progress, request: Request, answer: Answer, askedMs: number): void {
  const key = keyOf(request);
  delete progress.failed[key];
  progress.problem = null;
  if (request.kind === 'odds' && request.page < Math.min(answer.pages, PAGES_MAX)) {
    progress.oddsPages[request.league] = request.page + 1;
    return;
  }
  if (request.kind === 'odds') delete progress.oddsPages[request.league];
  progress.answeredMs[key] = askedMs;
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
/** Live matches are worth trying sooner. */
const RETRY_LIVE_MS_MAX = MINUTE_MS;
const RETRY_AFTER_MS_MAX = 60 * MINUTE_MS;

/**
 * Notes why a request had no answer, and when to go on: everything pauses shortly, and the request itself for longer each time,
 * so that others have their turn.
 */
export function noteProblem(progress: Progress, request: Request, error: ApiFootballError, nowMs: number): void {
  const { problem, headers, message } = error;
  const times = (progress.failed[keyOf(request)]?.times ?? 0) + 1;
  const used = withHeaders(progress.used, headers, nowMs);
  const pauseMs = Math.max(PAUSE_MS_MIN[problem], problem === 'rate_limited' ? retryAfterMs(headers, nowMs) : 0);
  progress.used = pausedUntil(used, problem === 'day_used_up' ? nextMidnightMs(nowMs) : nowMs + pauseMs);
  progress.problem = { message, isSetting: problem === 'setting', atMs: nowMs };
  const maxMs = request.kind === 'live' ? RETRY_LIVE_MS_MAX : Math.max(RETRY_MS_MAX, RETRY_MS[problem]);
  const retryMs = nowMs + Math.min(RETRY_MS[problem] * 2 ** Math.min(times - 1, 10), maxMs);
  progress.failed[keyOf(request)] = { times, retryMs };
  // A page of odds that cannot be had: the next time begins with the first one.
  if (request.kind === 'odds' && problem !== 'rate_limited' && problem !== 'day_used_up') delete progress.oddsPages[request.league];
}

/** `Retry-After` in seconds or as a date; 0 without one. */
function retryAfterMs(headers: Headers, nowMs: number): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX) : 0;
}
