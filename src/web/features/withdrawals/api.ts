import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { getRedeemable, listWithdrawals, requestRedeem, sendRedeemCode } from '#contract/withdrawals.ts';
import { retryUnsure } from '#web/data/api-error.ts';
import { call, callOnce } from '#web/data/call.ts';
import { setBalance } from '#web/data/queries.tsx';

export type Channel = InputOf<typeof sendRedeemCode>['channel'];
export type SentCode = ReplyOf<typeof sendRedeemCode>;
export type WithdrawalFilter = InputOf<typeof listWithdrawals>;

/** Queries what can be redeemed, where to, or why not. Refetched after all changes of the account. */
export const redeemableQuery = queryOptions({
  queryKey: ['account', 'redeem'],
  queryFn: ({ signal }) => call(getRedeemable, {}, signal),
});

/** Queries some of the caller's requests, the latest first. */
export const withdrawalsQuery = (filter: WithdrawalFilter) =>
  queryOptions({
    queryKey: ['account', 'withdrawals', filter],
    queryFn: ({ signal }) => call(listWithdrawals, filter, signal),
    placeholderData: keepPreviousData,
  });

/** Sends a code by a channel; the previous one becomes invalid. */
export const useSendCode = () => useMutation({ mutationFn: (channel: Channel) => call(sendRedeemCode, { channel }) });

export interface RedeemOrder {
  input: InputOf<typeof requestRedeem>;
  /** Identifies one intended request; the same for all its retries. */
  idempotencyKey: string;
}

/** Requests a payout. Balance, redeemable points and the history are refetched. */
export function useRequestRedeem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: RedeemOrder) => callOnce(requestRedeem, input, idempotencyKey),
    // The key makes a retry harmless. Without a network it fails at once instead of redeeming at some later time.
    retry: retryUnsure,
    networkMode: 'always',
    onSuccess: ({ balance }) => {
      setBalance(client, balance);
      return client.invalidateQueries({ queryKey: ['account'] });
    },
    onError: () => client.invalidateQueries({ queryKey: redeemableQuery.queryKey }),
  });
}
