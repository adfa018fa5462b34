/** Units of time, in milliseconds. Times are in milliseconds unless a name says otherwise. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the UTC date of a moment, given as a date or in milliseconds since 1970: "2026-09-30". */
export const utcDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10);

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
