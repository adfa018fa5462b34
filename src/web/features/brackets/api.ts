import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getBracket, getBracketEntry, getBracketTable, listBrackets, putBracket, withdrawBracket } from '#contract/brackets.ts';
import type { BracketPicks } from '#domain/tipping/bracket-shape.ts';
import { call } from '#web/data/call.ts';

/** Results come in while the page is open, and are not pushed to it. */
const REFRESH_MS = 30_000;
const BRACKETS = ['account', 'brackets'] as const;

/** Which bracket: a league, its season (null for the current one), and which of its draws. */
export interface BracketAddress {
  leagueId: number;
  season: string | null;
  section: string;
}

const askedOf = ({ leagueId, season, section }: BracketAddress) => ({ league_id: leagueId, ...(season !== null && { season }), section });

/** Queries the competitions with a bracket. */
export const listQuery = queryOptions({
  queryKey: [...BRACKETS, 'list'],
  queryFn: ({ signal }) => call(listBrackets, {}, signal),
  refetchInterval: REFRESH_MS,
});

/** Queries a competition's bracket with the user's entry. */
export const bracketQuery = (address: BracketAddress) =>
  queryOptions({
    queryKey: [...BRACKETS, 'one', address],
    queryFn: ({ signal }) => call(getBracket, askedOf(address), signal),
    refetchInterval: REFRESH_MS,
  });

/** Queries the table, page by page. */
export const tableQuery = (address: BracketAddress, isLate: boolean) =>
  infiniteQueryOptions({
    queryKey: ['bracket-table', address, isLate],
    queryFn: ({ signal, pageParam }) =>
      call(getBracketTable, { ...askedOf(address), late: isLate ? '1' : '0', ...(pageParam !== null && { after: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  });

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['bracket-entry', id],
    queryFn: ({ signal }) => call(getBracketEntry, { id }, signal),
    refetchInterval: REFRESH_MS,
  });

/** Saves the entry for a draw. If that has changed meanwhile, or it is too late, the page shows how it is now. */
export function useSaveBracket(address: BracketAddress, drawn: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ orders, best, winners, scores, third_place }: BracketPicks) =>
      call(putBracket, {
        ...{ ...askedOf(address), drawn, third_place, best: [...best], scores: [...scores] },
        ...{ orders: orders.map((order) => [...order]), winners: winners.map((row) => [...row]) },
      }),
    onSuccess: (reply) => {
      client.setQueryData(bracketQuery(address).queryKey, reply);
      void client.invalidateQueries({ queryKey: listQuery.queryKey });
    },
    onError: () => client.invalidateQueries({ queryKey: BRACKETS }),
  });
}

export function useWithdrawBracket(address: BracketAddress) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(withdrawBracket, askedOf(address)),
    onSettled: () => client.invalidateQueries({ queryKey: BRACKETS }),
  });
}
