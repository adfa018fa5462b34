import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { currentLocale } from '#web/i18n/locale-store.ts';
import { setServerTime } from '#web/lib/clock.ts';
import { clientError, errorFrom } from './api-error.ts';
import { noteAnswer, SAVED_AT } from './offline.ts';

/** Nobody waits longer for an answer. */
const ANSWER_MS_MAX = 15_000;

/** Building a file takes the server as long as there is much to tell. */
export const FILE_MS_MAX = 120_000;

/** How one request is sent, besides what it says. */
export interface SendOptions {
  /** Who asks; '' or none for a guest. */
  token?: string;
  signal?: AbortSignal;
  /** Makes the request happen once, however often it is sent. */
  idempotencyKey?: string;
  /** How long to wait for the whole answer, in milliseconds. */
  answerMsMax?: number;
}

/** Sends one request and reads its answer; throws an ApiError for any that is not a success. */
export async function send<E extends Endpoint>(endpoint: E, input: Record<string, unknown>, options: SendOptions): Promise<ReplyOf<E>> {
  const { url, body } = addressed(endpoint, input);
  const request = { method: endpoint.method, headers: headersFor(body, options), body };
  const { response, content } = await answer(url, request, options);
  if (response.ok && endpoint.produces) return content as ReplyOf<E>;
  const text = await content.text();
  if (!response.ok) throw errorFrom(response.status, text, response.headers.get('retry-after'));
  return readReply<E>(text, response.status);
}

/** Fields named in the path travel there; the others in the query or the body. Empty and null query values are not sent. */
export function addressed(endpoint: Endpoint, input: Record<string, unknown>): { url: URL; body: string | null } {
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

/** A request that was called off stays an AbortError: nobody waits for it. Anything else that fails is the network. */
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
