import { AppError } from '#server/platform/http/app-error.ts';

/** Lists are counted and paged up to this many rows (docs/rules.md#lists). */
export const TOTAL_MAX = 10_000;

/** Returns how many rows precede a page. Throws `invalid_query` beyond the last row that is paged. */
export function offsetOf(page: number, pageSize: number): number {
  const offset = (page - 1) * pageSize;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  return offset;
}

/** Returns the list's total from a count that ran up to one more than the maximum. */
export const totalOf = (counted: number) => ({ total: Math.min(counted, TOTAL_MAX), ...(counted > TOTAL_MAX && { total_exact: false }) });

/** Returns an admin as lists show them; null if no admin is involved. */
export const adminView = (id: string | null, email: string | null) => (id === null ? null : { id, email: email! });
