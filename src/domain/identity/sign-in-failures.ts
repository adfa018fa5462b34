/** How many failed sign-ins of an hour are written down one by one. */
const EACH = 5;

/**
 * Whether the failure of this number (1 is the first) in an hour gets a row in the log, which keeps its rows for years: the first five do, and then
 * the tenth, the hundredth and so on. A flood of a million is eleven rows.
 */
export const isFailureWritten = (count: number): boolean => count <= EACH || /^10+$/.test(String(count));
