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
