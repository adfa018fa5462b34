import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { getOverview, type Overview } from '#contract/account.ts';
import { listBets } from '#contract/bets.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { getMatch } from '#contract/matches.ts';
import { getMeta, type Meta } from '#contract/meta.ts';
import { call } from './call.ts';
import { useUser } from './session.ts';

/** The settings for pages. They change with a new version, and when operators switch a feature or change the notice. */
export const metaQuery = queryOptions({
  queryKey: ['meta'],
  queryFn: ({ signal }) => call(getMeta, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The settings; undefined until they have arrived. */
export const useMeta = (): Meta | undefined => useQuery(metaQuery).data;

/** Profile, points and stats of the signed-in user: the shell, the slip and the account page share one copy. */
export const overviewQuery = queryOptions({
  queryKey: ['account', 'overview'],
  queryFn: ({ signal }) => call(getOverview, {}, signal),
});

/** The signed-in user's overview; makes no request while signed out. */
export function useOverview() {
  const user = useUser();
  return useQuery({ ...overviewQuery, enabled: user !== null });
}

/** Stores a balance from an answer or the socket. */
export function setBalance(client: QueryClient, balance: number): void {
  client.setQueryData(overviewQuery.queryKey, (overview: Overview | undefined) =>
    overview ? { ...overview, stats: { ...overview.stats, points_balance: balance } } : overview,
  );
}

type BetFilter = Pick<InputOf<typeof listBets>, 'status' | 'page' | 'page_size'>;

/** The key prefix of all lists of the caller's bets. */
export const BETS_KEY = ['account', 'bets'] as const;

/** A page of the caller's bets, newest first. Separate, as the list of matches needs nothing else of the bets. */
export const betsQuery = (filter: BetFilter) =>
  queryOptions({
    queryKey: [...BETS_KEY, filter],
    queryFn: ({ signal }) => call(listBets, filter, signal),
    placeholderData: keepPreviousData,
  });

/** A match with all its details. */
export const matchQuery = (id: number) =>
  queryOptions({ queryKey: ['matches', id], queryFn: ({ signal }) => call(getMatch, { id }, signal) });

const MatchSpeed = createContext(1);

/** Reads the speed once for all rows of a list. */
export const MatchSpeedProvider = ({ children }: { children: ReactNode }) => (
  <MatchSpeed.Provider value={useMeta()?.match_speed ?? 1}>{children}</MatchSpeed.Provider>
);

/** How many times faster than real time matches run: 1 outside the demo world. */
export const useMatchSpeed = (): number => useContext(MatchSpeed);
