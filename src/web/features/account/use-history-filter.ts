import { useSearchParams } from 'react-router';
import { POINT_SOURCES } from '#domain/ledger.ts';
import { dateIn, oneOf, pageNumber } from '#web/lib/address-values.ts';
import type { HistoryFilter } from './api.ts';

type Filters = Omit<HistoryFilter, 'page' | 'page_size'>;

/** The history's filters and page, kept in the address. What cannot be a filter's value is as if not there. */
export function useHistoryFilter() {
  const [params, setParams] = useSearchParams();
  const filters: Filters = {
    type: oneOf(['credit', 'debit'], params.get('type')),
    source: oneOf(POINT_SOURCES, params.get('source')),
    from: dateIn(params.get('from')),
    to: dateIn(params.get('to')),
  };
  const page = pageNumber(params.get('page'));

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
