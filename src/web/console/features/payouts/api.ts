import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { getBatch, listBatches, listPayable } from '#contract/payout-batches.ts';
import { call } from '#web/console/lib/call.ts';

const REFRESH_MS = 15_000;
/** The chain confirms a payout within about a minute. */
const LIVE_MS = 5_000;

/** Withdrawals that may be paid. */
export const payableQuery = (filter: InputOf<typeof listPayable>) =>
  queryOptions({
    queryKey: ['payouts', 'payable', filter],
    queryFn: ({ signal }) => call(listPayable, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** Batches, newest first. */
export const batchesQuery = (filter: InputOf<typeof listBatches>) =>
  queryOptions({
    queryKey: ['payouts', 'batches', filter],
    queryFn: ({ signal }) => call(listBatches, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** A batch, and what the chain says of its payouts. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['payouts', id],
    queryFn: ({ signal }) => call(getBatch, { id }, signal),
    refetchInterval: LIVE_MS,
  });
