import { queryOptions } from '@tanstack/react-query';
import { getConsoleOverview } from '#contract/overview.ts';
import { call } from './call.ts';

/** How the site is now, for the overview and for the menu's badges. Asking is no input: it keeps no session alive. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(getConsoleOverview, {}, signal),
  refetchInterval: 15_000,
  staleTime: 10_000,
});
