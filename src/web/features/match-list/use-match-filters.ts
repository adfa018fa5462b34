import { useSearchParams } from 'react-router';
import { faultsOf, type MatchFilters, readFilters, withFilters } from './filters.ts';

/** The list's filters, and the address of the list with some of them changed. */
export function useMatchFilters() {
  const [params, setParams] = useSearchParams();
  return {
    filters: readFilters(params),
    /** What of the address could not be used. */
    faults: faultsOf(params),
    /** For links: what the list would be with these changes. */
    hrefWith: (changes: Partial<MatchFilters>) => `/matches${withFilters(params, changes)}`,
    /** For switches and chips: the page stays where it is scrolled to. */
    change: (changes: Partial<MatchFilters>) => setParams(withFilters(params, changes), { preventScrollReset: true }),
  };
}
