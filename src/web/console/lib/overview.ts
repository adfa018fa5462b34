import { queryOptions } from '@tanstack/react-query';
import { getConsoleOverview } from '#contract/overview.ts';
import { call } from './call.ts';

/** The state of the site, for the overview and the menu's badges. Fetching it is not input: it does not keep the session alive. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(getConsoleOverview, {}, signal),
  refetchInterval: 15_000,
  staleTime: 10_000,
});
