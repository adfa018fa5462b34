import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listBets } from '#contract/bets.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from './call.ts';

export type BetFilter = Pick<InputOf<typeof listBets>, 'status' | 'page' | 'page_size'>;

/** What all lists of the caller's bets are kept under. */
export const BETS_KEY = ['account', 'bets'] as const;

/** A page of the caller's bets, newest first. The list of matches needs it too, and nothing else of the bets. */
export const betsQuery = (filter: BetFilter) =>
  queryOptions({
    queryKey: [...BETS_KEY, filter],
    queryFn: ({ signal }) => call(listBets, filter, signal),
    placeholderData: keepPreviousData,
  });
