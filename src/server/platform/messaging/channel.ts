import type { Locale } from '#domain/identity/locale.ts';
import { DAY_MS } from '#domain/time.ts';
import type { MessageKind } from './message.ts';
import type { Rendered } from './render.ts';

/** A message to be sent. */
export interface Outgoing extends Rendered {
  /** The id of the row: the same in every attempt, so that the service can detect a repetition. */
  id: string;
  to: string;
  locale: Locale;
  kind: MessageKind;
  /** What the text asks its reader to type in, for gateways that take more than a text; null if the message has no code. */
  code: OutgoingCode | null;
  /** Where a mail program unsubscribes its reader with one click; mails that are not transactional have it. */
  unsubscribe?: string;
  /** Gateways to try last, because an earlier message to this user did not arrive through them. */
  avoid?: readonly string[];
}

export interface OutgoingCode {
  digits: string;
  /** Minutes from when it was issued, as the text says. */
  minutes: number;
  validUntil: Date;
  /** Whether the code is worth nothing without the link in the text. */
  needsLink: boolean;
}

/**
 * The outcome of sending. `problem` is a sentence for the operator and contains no address.
 * - `not_sent`: certainly; it is worth another attempt, after `afterMs` at the earliest
 * - `refused`: certainly, and finally
 * - `unknown`: it may have been sent; it is never retried
 */
export type Outcome =
  | {
      kind: 'sent';
      /** The gateway that took it and its id of the message, if it will tell whether the message arrived. */
      receipt?: { gateway: string; reference: string };
    }
  | { kind: 'not_sent'; problem: string; afterMs?: number }
  | { kind: 'refused' | 'unknown'; problem: string };

/** A way to reach users. `send` finishes within HAND_OVER_MS_MAX and does not throw for foreseen errors. */
export interface Channel {
  send: (message: Outgoing) => Promise<Outcome>;
  close: () => void;
}

/**
 * The maximum duration of sending. A message claimed for longer was lost in a crash (deliver.ts waits much longer before it concludes
 * this).
 */
export const HAND_OVER_MS_MAX = 60_000;

const PROBLEM_LENGTH_MAX = 300;

/** Makes the message of another program fit for a log: one line, without addresses and phone numbers. */
export const asProblem = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;]+/g, '(address)')
    .replace(/\+?\d{7,}/g, '(number)')
    .slice(0, PROBLEM_LENGTH_MAX);

/** The timeout of a service, in milliseconds. */
export const ANSWER_MS_MAX = 20_000;

/**
 * Returns the outcome of a request without a response. If no connection was established (unknown host, refused, invalid certificate),
 * nothing was sent; after any later error, it may have arrived.
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

/** Unwraps the cause: `fetch` wraps errors in a TypeError without a code. */
function innermost(error: unknown): [NetworkError, string] {
  let inner = (error ?? {}) as NetworkError;
  while (typeof inner.code !== 'string' && typeof inner.cause === 'object' && inner.cause !== null) inner = inner.cause;
  return [inner, typeof inner.code === 'string' ? inner.code : String(inner.name ?? 'unknown')];
}

const isBeforeRequest = ({ syscall }: NetworkError, code: string): boolean =>
  syscall === 'connect' ||
  syscall === 'getaddrinfo' ||
  // Several addresses were tried: the error contains those of each.
  code === 'ECONNREFUSED' ||
  code === 'UND_ERR_CONNECT_TIMEOUT' ||
  /^(CERT_|ERR_TLS_CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/.test(code);

/** Returns how long a response asks to wait (Retry-After in seconds), in milliseconds; undefined if it is missing or invalid. */
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

/**
 * Returns how many milliseconds to wait after this many attempts (1 or more): doubled each time, up to a quarter of an hour, and randomly
 * shortened by up to half, so that not all retry at once; but no less than the service asks (`askedMs`), up to a day.
 */
export function retryMs(tries: number, randomBytes: (count: number) => Uint8Array, askedMs = 0): number {
  const fullMs = Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 20), LONGEST_MS);
  const [high = 0, low = 0] = randomBytes(2);
  const chance = (high * 256 + low) / 65_536;
  return Math.max(Math.round(fullMs * (1 - chance / 2)), Math.min(askedMs, DAY_MS));
}
