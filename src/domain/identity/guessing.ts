/** Wrong codes of six digits that are taken for one account in 24 hours, from all browsers together, before the link in the message is needed too. */
export const CODE_FAILURES_PER_DAY = 10;

/** Wrong codes of an authenticator app that are taken for one account in 24 hours from browsers that it does not know. */
export const APP_FAILURES_PER_DAY = 10;

/** Numbers of six digits. */
export const SIX_DIGITS = 1_000_000;

/** Codes of an authenticator app that are right at any moment: the step's, the one before and the one after. */
export const APP_CODES_AT_ONCE = 3;

export interface Guessing {
  /** Guesses in 24 hours. */
  perDay: number;
  days: number;
  /** How many of the numbers are right at a time. */
  right?: number;
}

/**
 * The chance, from 0 to 1, that somebody guesses a code of six digits who always guesses as often as they may. A window of 24 hours begins with its
 * first guess, so that days and one more window fit into a time.
 */
export const chanceOfGuessing = ({ perDay, days, right = 1 }: Guessing): number => 1 - (1 - right / SIX_DIGITS) ** (perDay * (days + 1));
