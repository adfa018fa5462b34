import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { getOverview, type Overview } from '#contract/account.ts';
import { call } from './call.ts';
import { useUser } from './session.ts';

/** Profile, points and stats of the signed-in user: the shell, the slip and the account page share one copy. */
export const overviewQuery = queryOptions({
  queryKey: ['account', 'overview'],
  queryFn: ({ signal }) => call(getOverview, {}, signal),
});

/** The signed-in user's overview; asks nothing while nobody is signed in. */
export function useOverview() {
  const user = useUser();
  return useQuery({ ...overviewQuery, enabled: user !== null });
}

/** Shows a balance that an answer or the socket has just told. */
export function setBalance(client: QueryClient, balance: number): void {
  client.setQueryData(overviewQuery.queryKey, (overview: Overview | undefined) =>
    overview ? { ...overview, stats: { ...overview.stats, points_balance: balance } } : overview,
  );
}
