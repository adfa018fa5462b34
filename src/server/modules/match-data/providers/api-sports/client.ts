import { z } from 'zod';
import { MINUTE_MS } from '#domain/time.ts';
import { nextMidnightMs, pausedUntil, withHeaders } from './allowance.ts';
import type { CommonProgress } from './progress.ts';

/** One page of an answer. */
export interface Answer {
  rows: unknown[];
  page: number;
  pages: number;
  headers: Headers;
}

/**
 * Why there is no answer: `failed` (try again later), `rate_limited` (the minute is used up), `day_used_up`, `setting` (the key or
 * the account is rejected: only the operator can help), `request` (this request is refused, others may succeed).
 */
type Problem = 'failed' | 'rate_limited' | 'day_used_up' | 'setting' | 'request';

export class ApiSportsError extends Error {
  override name = 'ApiSportsError';
  readonly problem: Problem;
  readonly headers: Headers;

  constructor(problem: Problem, message: string, headers = new Headers()) {
    super(message);
    this.problem = problem;
    this.headers = headers;
  }
}

export interface ClientSettings {
  key: string;
  /** Name of the setting that contains the key, for the message about a rejected key. */
  keySetting: string;
  /** Without a trailing slash. */
  baseUrl: string;
}

interface ClientOptions {
  fetch: typeof fetch;
  timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
const BODY_BYTES_MAX = 16 * 1024 * 1024;

const Envelope = z.object({
  errors: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  paging: z.object({ current: z.number().int().min(1), total: z.number().int().min(0).max(1000) }).optional(),
  response: z.array(z.unknown()).max(20_000),
});

/**
 * Makes one request to the provider. `query` is path and query, without the base ("/fixtures?live=39").
 * Throws an ApiSportsError if there is no answer, with the provider's own message if it sends one.
 */
export async function askProvider(
  { key, keySetting, baseUrl }: ClientSettings,
  { fetch, timeoutMs = TIMEOUT_MS }: ClientOptions,
  query: string,
  signal: AbortSignal,
): Promise<Answer> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const response = await failing(() =>
    // The provider rejects headers that it does not know; a redirect would send the key to another host.
    fetch(baseUrl + query, { headers: { 'x-apisports-key': key }, signal: ending, redirect: 'error' }),
  );
  const { headers } = response;
  if (response.status !== 200) await response.body?.cancel().catch(() => {});
  if (response.status === 429) throw new ApiSportsError('rate_limited', 'too many requests (429)', headers);
  if (response.status === 401 || response.status === 403) {
    throw new ApiSportsError('setting', `the provider refuses ${keySetting} (${response.status})`, headers);
  }
  if (response.status !== 200) throw new ApiSportsError('failed', `status ${response.status}`, headers);
  const result = Envelope.safeParse(await failing(async () => JSON.parse(await readText(response))));
  if (!result.success)
    throw new ApiSportsError('failed', `no answer of API-Sports: ${z.prettifyError(result.error).slice(0, 200)}`, headers);
  const { errors, paging = { current: 1, total: 1 }, response: rows } = result.data;
  rejectErrors(errors, keySetting, headers);
  return { rows, page: paging.current, pages: paging.total, headers };
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiSportsError) throw error;
    const { message, cause } = error as Error;
    throw new ApiSportsError('failed', cause instanceof Error ? `${message}: ${cause.message}` : message);
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) throw new ApiSportsError('failed', `the answer is longer than ${BODY_BYTES_MAX} bytes`, response.headers);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const PROBLEMS: Record<string, Problem> = {
  ratelimit: 'rate_limited',
  requests: 'day_used_up',
  token: 'setting',
  key: 'setting',
  access: 'setting',
  bug: 'failed',
  report: 'failed',
};

/** Throws for errors in a reply with status 200: a list, empty if there are none, or an object of messages. */
function rejectErrors(errors: unknown[] | Record<string, unknown>, keySetting: string, headers: Headers): void {
  const told = Object.entries(errors);
  if (told.length === 0) return;
  const known = told.map(([name]) => PROBLEMS[name.toLowerCase()]).find((problem) => problem !== undefined);
  const sentence = told
    .map(([name, text]) => `${name}: ${String(text)}`)
    .join('; ')
    .slice(0, 300);
  throw new ApiSportsError(known ?? 'request', known === 'setting' ? `the provider refuses ${keySetting}: ${sentence}` : sentence, headers);
}

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
