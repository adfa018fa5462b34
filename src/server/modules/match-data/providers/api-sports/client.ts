import { z } from 'zod';

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
export type Problem = 'failed' | 'rate_limited' | 'day_used_up' | 'setting' | 'request';

export class ApiSportsError extends Error {
  override name = 'ApiSportsError';
  constructor(
    readonly problem: Problem,
    message: string,
    readonly headers: Headers = new Headers(),
  ) {
    super(message);
  }
}

export interface ClientSettings {
  key: string;
  /** Name of the setting that contains the key, for the message about a rejected key. */
  keySetting: string;
  /** Without a trailing slash. */
  baseUrl: string;
}

export interface ClientOptions {
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
