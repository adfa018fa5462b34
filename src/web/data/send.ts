import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { currentLocale } from '#web/i18n/locale-store.ts';
import { setServerTime } from '#web/lib/clock.ts';
import { clientError, errorFrom } from './api-error.ts';
import { noteAnswer, noteFailure, SAVED_AT } from './offline.ts';

/** Maximum wait for an answer. */
const ANSWER_MS_MAX = 15_000;

/** The time for building a file depends on its size. */
export const FILE_MS_MAX = 120_000;

/** The options of a request, besides its input. */
export interface SendOptions {
  /** The caller's token; '' or absent for a guest. */
  token?: string;
  signal?: AbortSignal;
  /** Makes the server act once, even if the request is repeated. */
  idempotencyKey?: string;
  /** Maximum wait for the whole answer, in milliseconds. */
  answerMsMax?: number;
}

/** Sends one request and reads its answer; throws an ApiError unless it succeeds. */
export async function send<E extends Endpoint>(endpoint: E, input: Record<string, unknown>, options: SendOptions): Promise<ReplyOf<E>> {
  const { url, body } = addressed(endpoint, input);
  const request = { method: endpoint.method, headers: headersFor(body, options), body };
  const { response, content } = await answer(url, request, options);
  if (response.ok && endpoint.produces) return content as ReplyOf<E>;
  const text = await content.text();
  if (!response.ok) throw errorFrom(response.status, text, response.headers.get('retry-after'));
  return readReply<E>(text, response.status);
}

/** Fields named in the path are placed there; the others go into the query or the body. Empty and null query values are left out. */
function addressed(endpoint: Endpoint, input: Record<string, unknown>): { url: URL; body: string | null } {
  const rest = { ...input };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const url = new URL(path, window.location.origin);
  if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE') return { url, body: JSON.stringify(rest) };
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, String(value));
  }
  return { url, body: null };
}

function headersFor(body: string | null, { token = '', idempotencyKey }: SendOptions): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': currentLocale(),
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
}

/** A cancelled request stays an AbortError. Any other failure is a network error. */
async function answer(
  url: URL,
  request: RequestInit,
  { signal, answerMsMax = ANSWER_MS_MAX }: SendOptions,
): Promise<{ response: Response; content: Blob }> {
  const waiting = new AbortController();
  const callOff = () => waiting.abort(signal?.reason);
  signal?.addEventListener('abort', callOff);
  if (signal?.aborted) callOff();
  const timer = setTimeout(() => waiting.abort(), answerMsMax);
  const askedMs = Date.now();
  try {
    const response = await fetch(url, { ...request, credentials: 'same-origin', signal: waiting.signal });
    const savedAt = response.headers.get(SAVED_AT);
    noteAnswer(savedAt);
    if (savedAt === null) setServerTime({ date: response.headers.get('date'), age: response.headers.get('age') }, askedMs, Date.now());
    return { response, content: await response.blob() };
  } catch (error) {
    if (signal?.aborted) throw error;
    if (!waiting.signal.aborted) noteFailure();
    throw clientError(waiting.signal.aborted ? 'timeout' : 'network', 0, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', callOff);
  }
}

function readReply<E extends Endpoint>(text: string, status: number): ReplyOf<E> {
  try {
    return JSON.parse(text) as ReplyOf<E>;
  } catch (error) {
    throw clientError('invalid_reply', status, error);
  }
}
