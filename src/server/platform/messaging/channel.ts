import type { Locale } from '#domain/identity/locale.ts';
import type { Rendered } from './render.ts';

/** A message that is being handed over. */
export interface Outgoing extends Rendered {
  /** The row's: the same in every try, so that others can tell a repetition. */
  id: string;
  to: string;
  locale: Locale;
}

/**
 * How handing over went. `problem` is a sentence for an operator and holds no address.
 * - `not_sent`: for certain; it is worth another try, after `afterMs` at the earliest
 * - `refused`: for certain, and for good
 * - `unknown`: it may have been sent; it is never tried again
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'not_sent'; problem: string; afterMs?: number }
  | { kind: 'refused' | 'unknown'; problem: string };

/** A way to people. `send` answers within HAND_OVER_MS_MAX and throws nothing that it foresees. */
export interface Channel {
  send: (message: Outgoing) => Promise<Outcome>;
  close: () => void;
}

/** How long handing over may take in all. What is in hand for longer was lost in a crash (deliver.ts waits much longer before it says so). */
export const HAND_OVER_MS_MAX = 60_000;

const PROBLEM_LENGTH_MAX = 300;

/** What another program said, fit for a log: in one line, without addresses and numbers to call. */
export const asProblem = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;]+/g, '(address)')
    .replace(/\+?\d{7,}/g, '(number)')
    .slice(0, PROBLEM_LENGTH_MAX);

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

const FIRST_MS = 5_000;
const LONGEST_MS = 15 * 60_000;

/** How long to wait after so many tries (1 and more): twice as long each time, up to a quarter of an hour, and shortened by chance by up to half, so that not all come back at once. */
export function retryMs(tries: number, randomBytes: (count: number) => Uint8Array): number {
  const fullMs = Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 20), LONGEST_MS);
  const [high = 0, low = 0] = randomBytes(2);
  const chance = (high * 256 + low) / 65_536;
  return Math.round(fullMs * (1 - chance / 2));
}
