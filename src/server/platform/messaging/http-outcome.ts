import type { Outcome } from './channel.ts';

/** How long a service may take to answer. */
export const ANSWER_MS_MAX = 20_000;

/**
 * What became of a request that brought no answer. Where no connection came about (no such name, refused, certificate not believed), nothing
 * was sent; anything later may have arrived.
 */
export function withoutAnswer(service: string, error: unknown): Outcome {
  const [cause, code] = innermost(error);
  const problem = `${service} does not answer (${code})`;
  return { kind: isBeforeRequest(cause, code) ? 'not_sent' : 'unknown', problem };
}

interface NetworkError {
  code?: unknown;
  syscall?: unknown;
  name?: unknown;
  cause?: unknown;
}

/** `fetch` wraps what happened in a TypeError without a code. */
function innermost(error: unknown): [NetworkError, string] {
  let inner = (error ?? {}) as NetworkError;
  while (typeof inner.code !== 'string' && typeof inner.cause === 'object' && inner.cause !== null) inner = inner.cause;
  return [inner, typeof inner.code === 'string' ? inner.code : String(inner.name ?? 'unknown')];
}

const isBeforeRequest = ({ syscall }: NetworkError, code: string): boolean =>
  syscall === 'connect' ||
  syscall === 'getaddrinfo' ||
  // Several addresses were tried: the error holds those of each.
  code === 'ECONNREFUSED' ||
  code === 'UND_ERR_CONNECT_TIMEOUT' ||
  /^(CERT_|ERR_TLS_CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/.test(code);

/** How long an answer asks to wait (Retry-After in seconds); undefined where it says nothing that we understand. */
export function retryAfterMs(seconds: string | number | null | undefined): number | undefined {
  const wait = Number(seconds ?? Number.NaN);
  return Number.isFinite(wait) && wait > 0 ? wait * 1000 : undefined;
}

export const notSent = (problem: string, afterMs?: number): Outcome => ({
  kind: 'not_sent',
  problem,
  ...(afterMs !== undefined && { afterMs }),
});
