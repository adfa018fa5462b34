import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { checkWithdrawalWallet } from '#contract/wallet-check.ts';
import { listReviews } from '#contract/withdrawal-queue.ts';
import { getReview, userWithdrawals } from '#contract/withdrawal-review.ts';
import { call } from '#web/console/lib/call.ts';

export type ReviewFilter = InputOf<typeof listReviews>;

/** Withdrawals by status and search. Waiting ones are refetched automatically, as other admins decide them. */
export const reviewsQuery = (filter: ReviewFilter) =>
  queryOptions({
    queryKey: ['withdrawals', filter],
    queryFn: ({ signal }) => call(listReviews, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

/** A withdrawal with everything for its review. */
export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['withdrawals', id],
    queryFn: ({ signal }) => call(getReview, { id }, signal),
    refetchInterval: 15_000,
  });

/** The check of a withdrawal's wallet. Nodes are asked each time, so it is not repeated by itself. */
export const walletCheckQuery = (id: string) =>
  queryOptions({
    queryKey: ['wallet-check', id],
    queryFn: ({ signal }) => call(checkWithdrawalWallet, { id }, signal),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  });

/** A page of a user's withdrawals. */
export const userWithdrawalsQuery = (filter: InputOf<typeof userWithdrawals>) =>
  queryOptions({
    queryKey: ['users', filter.id, 'withdrawals', filter],
    queryFn: ({ signal }) => call(userWithdrawals, filter, signal),
    placeholderData: keepPreviousData,
  });
