import { AppError } from './app-error.ts';

/** Lists are counted and paged up to this many rows (docs/rules.md#lists). */
export const TOTAL_MAX = 10_000;

/** Up to how many rows a list is counted: one more than is told, which says that there are more. */
export const COUNT_MAX = TOTAL_MAX + 1;

/** A page of a list, from 1. */
interface Page {
  page: number;
  page_size: number;
}

/** Returns how many rows precede a page. Throws `invalid_query` beyond the last row that is paged. */
export function offsetOf({ page, page_size }: Page): number {
  const offset = (page - 1) * page_size;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  return offset;
}

/** Returns the total of a list from a count that ran up to `COUNT_MAX`. */
export const totalOf = (counted: number): { total: number; total_exact?: false } => ({
  total: Math.min(counted, TOTAL_MAX),
  ...(counted > TOTAL_MAX && { total_exact: false as const }),
});

/** Returns a page of what `find` finds and counts, up to `countMax`. Throws `invalid_query` beyond the last row that is paged. */
export async function pageOf<T>(
  { page, page_size }: Page,
  find: (slice: { limit: number; offset: number; countMax: number }) => Promise<{ items: T[]; total: number }>,
): Promise<{ items: T[]; page: number; page_size: number; total: number; total_exact?: false }> {
  const offset = offsetOf({ page, page_size });
  const { items, total } = await find({ limit: page_size, offset, countMax: COUNT_MAX });
  return { items, page, page_size, ...totalOf(total) };
}
