import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { currentLocale } from '#web/i18n/locale-store.ts';
import { clientError, errorFrom } from './api-error.ts';
import { useSession } from './session.ts';

/** How one request is sent, besides what it says. */
export interface SendOptions {
  signal?: AbortSignal;
  /** Makes the request happen once, however often it is sent. */
  idempotencyKey?: string;
}

/** Sends one request and reads its answer; throws an ApiError for any that is not a success. */
export async function send<E extends Endpoint>(endpoint: E, input: Record<string, unknown>, options: SendOptions): Promise<ReplyOf<E>> {
  const { url, body } = addressed(endpoint, input);
  const { response, text } = await answer(url, {
    method: endpoint.method,
    headers: headersFor(body, options.idempotencyKey),
    body,
    credentials: 'same-origin',
    signal: options.signal ?? null,
  });
  if (!response.ok) throw errorFrom(response.status, text);
  return readReply(endpoint, text, response.status);
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

function headersFor(body: string | null, idempotencyKey: string | undefined): Record<string, string> {
  const { token } = useSession.getState();
  return {
    Accept: 'application/json',
    'Accept-Language': currentLocale(),
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
}

/** A request that was called off stays an AbortError: nobody waits for it. Anything else that fails is the network. */
async function answer(url: URL, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw clientError('network', 0, error);
  }
}

function readReply<E extends Endpoint>(endpoint: E, text: string, status: number): ReplyOf<E> {
  try {
    return endpoint.reply.parse(JSON.parse(text)) as ReplyOf<E>;
  } catch (error) {
    throw clientError('invalid_reply', status, error);
  }
}
