/**
 * Wrong six-digit codes accepted for one account in 24 hours, from all browsers together. Beyond that, the link in the message is needed
 * as well.
 */
export const CODE_FAILURES_PER_DAY = 10;

/** Wrong authenticator codes accepted for one account in 24 hours from unknown browsers. */
export const APP_FAILURES_PER_DAY = 10;

/** Number of possible six-digit codes. */
const SIX_DIGITS = 1_000_000;

/** Authenticator codes that are valid at any moment: those of the present time step, the one before and the one after. */
export const APP_CODES_AT_ONCE = 3;

export interface Guessing {
  /** Guesses allowed in 24 hours. */
  perDay: number;
  days: number;
  /** How many codes are valid at a time. */
  right?: number;
}

/**
 * Returns the probability (0 to 1) that an attacker who always guesses at the full rate guesses a six-digit code. A window of 24 hours
 * begins with its first guess, so one more window than `days` fits into the time.
 */
export const chanceOfGuessing = ({ perDay, days, right = 1 }: Guessing): number => 1 - (1 - right / SIX_DIGITS) ** (perDay * (days + 1));

/** How many failed sign-ins per hour are logged individually. */
const EACH = 5;

/**
 * Returns whether the n-th failure of an hour (1 is the first) gets a row in the log, which keeps its rows for years: the first five do,
 * then the tenth, the hundredth and so on. A flood of a million failures makes eleven rows.
 */
export const isFailureWritten = (count: number): boolean => count <= EACH || /^10+$/.test(String(count));
