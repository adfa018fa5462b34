import { AppError } from '#server/platform/http/app-error.ts';

/** Upper bound of counting and paging (docs/rules.md#lists). */
const TOTAL_MAX = 10_000;

export interface Slice {
  limit: number;
  offset: number;
  countMax: number;
}

/** Returns a page of a list. Throws `invalid_query` for pages beyond the bound. */
export async function pageOf<T>(
  { page, page_size }: { page: number; page_size: number },
  find: (slice: Slice) => Promise<{ items: T[]; total: number }>,
): Promise<{ items: T[]; page: number; page_size: number; total: number; total_exact?: boolean }> {
  const offset = (page - 1) * page_size;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  const { items, total } = await find({ limit: page_size, offset, countMax: TOTAL_MAX + 1 });
  return { items, page, page_size, total: Math.min(total, TOTAL_MAX), ...(total > TOTAL_MAX && { total_exact: false }) };
}
