import { useSearchParams } from 'react-router';
import { pointsHistory } from '#contract/account.ts';
import type { HistoryFilter } from './api.ts';

const { shape } = pointsHistory.input;
type Filters = Omit<HistoryFilter, 'page' | 'page_size'>;

/** The history's filters and page, kept in the address. What cannot be a filter's value is as if not there. */
export function useHistoryFilter() {
  const [params, setParams] = useSearchParams();
  const textOf = (name: string) => params.get(name) ?? undefined;
  const filters: Filters = {
    type: shape.type.safeParse(textOf('type')).data,
    source: shape.source.safeParse(textOf('source')).data,
    from: shape.from.safeParse(textOf('from')).data,
    to: shape.to.safeParse(textOf('to')).data,
  };
  const page = shape.page.safeParse(textOf('page')).data ?? 1;

  /** The address of these filters, on the first page unless another is meant. */
  const paramsOf = (chosen: Filters, onPage = 1) => {
    const next = new URLSearchParams({ tab: 'history' });
    for (const [name, value] of Object.entries(chosen)) if (value) next.set(name, value);
    if (onPage > 1) next.set('page', String(onPage));
    return next;
  };
  return {
    filters,
    page,
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    isBadRange: filters.from !== undefined && filters.to !== undefined && filters.from > filters.to,
    change: (changed: Filters) => setParams(paramsOf({ ...filters, ...changed }), { replace: true, preventScrollReset: true }),
    clear: () => setParams(paramsOf({}), { replace: true, preventScrollReset: true }),
    hrefOf: (to: number) => `/account?${paramsOf(filters, to)}`,
  };
}
