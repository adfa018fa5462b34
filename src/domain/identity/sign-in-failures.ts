/** How many failed sign-ins per hour are logged individually. */
const EACH = 5;

/**
 * Returns whether the n-th failure of an hour (1 is the first) gets a row in the log, which keeps its rows for years: the first five do,
 * then the tenth, the hundredth and so on. A flood of a million failures makes eleven rows.
 */
export const isFailureWritten = (count: number): boolean => count <= EACH || /^10+$/.test(String(count));
