import { MINUTE_MS } from '#domain/time.ts';
import { nextMidnightMs, pausedUntil, type Remaining, withRemaining } from './allowance.ts';
import type { CommonProgress } from './progress.ts';

/** One page of an answer. */
export interface Answer {
  rows: unknown[];
  /** The number of pages of the whole answer; 1 if it has no pages. */
  pages: number;
  /** What is left of the allowance, as far as the provider says. */
  remaining: Remaining;
}

/**
 * Why there is no answer: `failed` (try again later), `rate_limited` (the minute or hour is used up), `day_used_up`, `setting` (the key
 * or the account is rejected: only the operator can help), `request` (this request is refused, others may succeed).
 */
export type Problem = 'failed' | 'rate_limited' | 'day_used_up' | 'setting' | 'request';

export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly problem: Problem;
  readonly remaining: Remaining;
  /** How long the provider asks to wait, in milliseconds; 0 if it does not say. */
  readonly retryAfterMs: number;

  constructor(
    problem: Problem,
    message: string,
    { remaining = {}, retryAfterMs = 0 }: Partial<Pick<ProviderError, 'remaining' | 'retryAfterMs'>> = {},
  ) {
    super(message);
    this.problem = problem;
    this.remaining = remaining;
    this.retryAfterMs = retryAfterMs;
  }
}

/** How a provider is asked, and what its answers look like. */
export interface Protocol {
  /** The provider's name, for messages. */
  provider: string;
  /** Returns the path and query to request and the headers to send, for a path and query without the key. */
  requestOf: (query: string, key: string) => { query: string; headers: Record<string, string> };
  /** Reads a body with status 200. Throws a ProviderError for an error that it contains, and any other error if it is no answer. */
  read: (body: unknown) => Pick<Answer, 'rows' | 'pages'>;
  /** Returns the count of pages from the headers, for providers that send it there. */
  pagesIn?: (headers: Headers) => number;
  /** Reads what is left of the allowance. */
  remainingIn: (headers: Headers) => Remaining;
  /** Returns what a status other than 200 means, from the provider's own message; undefined for the usual meaning. */
  problemOf?: (status: number, message: string) => Problem | undefined;
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
  now: () => Date;
}

const TIMEOUT_MS = 20_000;
const BODY_BYTES_MAX = 16 * 1024 * 1024;
const ERROR_BYTES_MAX = 64 * 1024;
const MESSAGE_LENGTH_MAX = 300;
const RETRY_AFTER_MS_MAX = 60 * MINUTE_MS;

/**
 * Makes one request to a provider. `query` is path and query, without the base and the key ("/fixtures?live=39"). Throws a
 * ProviderError if there is no answer, with the provider's own message if it sends one; the key never appears in a message.
 */
export async function askProvider(
  protocol: Protocol,
  { key, keySetting, baseUrl }: ClientSettings,
  { fetch, now, timeoutMs = TIMEOUT_MS }: ClientOptions,
  query: string,
  signal: AbortSignal,
): Promise<Answer> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const request = protocol.requestOf(query, key);
  let told: Pick<ProviderError, 'remaining' | 'retryAfterMs'> = { remaining: {}, retryAfterMs: 0 };
  try {
    // A redirect would send the key to another host.
    const response = await fetch(baseUrl + request.query, { headers: request.headers, signal: ending, redirect: 'error' });
    const { headers, status } = response;
    told = { remaining: protocol.remainingIn(headers), retryAfterMs: retryAfterMs(headers, now().getTime()) };
    if (status !== 200) {
      const message = messageIn(await readText(response, ERROR_BYTES_MAX).catch(() => ''));
      throw new ProviderError(protocol.problemOf?.(status, message) ?? problemOf(status), `status ${status}${message && `: ${message}`}`);
    }
    const { rows, pages } = readAnswer(protocol, await readText(response, BODY_BYTES_MAX));
    return { rows, pages: protocol.pagesIn?.(headers) ?? pages, remaining: told.remaining };
  } catch (error) {
    const { problem, message } =
      error instanceof ProviderError ? error : { problem: 'failed' as const, message: withCause(error as Error) };
    const sentence = problem === 'setting' ? `the provider refuses ${keySetting}: ${message}` : message;
    throw new ProviderError(problem, withoutKey(sentence, key), told);
  }
}

function readAnswer(protocol: Protocol, text: string): Pick<Answer, 'rows' | 'pages'> {
  const body = JSON.parse(text);
  try {
    return protocol.read(body);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('failed', `no answer of ${protocol.provider}: ${(error as Error).message}`);
  }
}

function problemOf(status: number): Problem {
  if (status === 429) return 'rate_limited';
  return status === 401 || status === 403 ? 'setting' : 'failed';
}

const withCause = ({ message, cause }: Error): string => (cause instanceof Error ? `${message}: ${cause.message}` : message);

/** Some providers want the key in the address, and some repeat it in their errors. Cuts the message last: half a key would not be found. */
const withoutKey = (message: string, key: string): string =>
  (key === '' ? message : message.replaceAll(key, '...').replaceAll(encodeURIComponent(key), '...')).slice(0, MESSAGE_LENGTH_MAX);

/** Returns the sentence in an error's body: a field of JSON, or nothing, because other bodies are pages of proxies. */
function messageIn(text: string): string {
  try {
    const { message, error, detail } = Object(JSON.parse(text));
    const sentences = [message, error, detail].filter((part) => typeof part === 'string');
    return [...new Set(sentences)].join('; ');
  } catch {
    return '';
  }
}

async function readText(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new ProviderError('failed', `the answer is longer than ${bytesMax} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Parses `Retry-After`, in seconds or as a date; 0 without one. */
function retryAfterMs(headers: Headers, nowMs: number): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX) : 0;
}

/** Reads a count in a header; undefined if it is absent or not a count. */
export function countIn(headers: Headers, name: string): number | undefined {
  const text = headers.get(name)?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
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

/**
 * Records why a request failed, and when to continue: all requests pause shortly, and the failed one for longer each time, so that
 * others are made meanwhile.
 */
export function noteProblem(
  progress: CommonProgress,
  { key, isLive }: { key: string; isLive: boolean },
  { problem, remaining, retryAfterMs, message }: ProviderError,
  nowMs: number,
): void {
  const times = (progress.failed[key]?.times ?? 0) + 1;
  const used = withRemaining(progress.used, remaining, nowMs);
  const pauseMs = Math.max(PAUSE_MS_MIN[problem], problem === 'rate_limited' ? retryAfterMs : 0);
  progress.used = pausedUntil(used, problem === 'day_used_up' ? nextMidnightMs(nowMs) : nowMs + pauseMs);
  progress.problem = { message, isSetting: problem === 'setting', atMs: nowMs };
  const maxMs = isLive ? RETRY_LIVE_MS_MAX : Math.max(RETRY_MS_MAX, RETRY_MS[problem]);
  const retryMs = nowMs + Math.min(RETRY_MS[problem] * 2 ** Math.min(times - 1, 10), maxMs);
  progress.failed[key] = { times, retryMs };
}
