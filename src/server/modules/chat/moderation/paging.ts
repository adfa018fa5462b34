import { AppError } from '#server/platform/http/app-error.ts';

/** Counted and paged no further than this (docs/rules.md#lists). */
export const TOTAL_MAX = 10_000;

/** How many rows come before a page. Throws `invalid_query` beyond what is paged. */
export function offsetOf(page: number, pageSize: number): number {
  const offset = (page - 1) * pageSize;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  return offset;
}

/** The length of a list, from what was counted up to one more than is told. */
export const totalOf = (counted: number) => ({ total: Math.min(counted, TOTAL_MAX), ...(counted > TOTAL_MAX && { total_exact: false }) });

/** An admin as lists name one; null where nobody did it. */
export const adminView = (id: string | null, email: string | null) => (id === null ? null : { id, email: email! });
