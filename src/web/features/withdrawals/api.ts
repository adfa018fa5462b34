import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { getRedeemable, listWithdrawals, requestRedeem, sendRedeemCode } from '#contract/withdrawals.ts';
import { isUnsure } from '#web/data/api-error.ts';
import { call, callOnce } from '#web/data/call.ts';
import { setBalance } from '#web/data/queries.tsx';

export type Channel = InputOf<typeof sendRedeemCode>['channel'];
export type SentCode = ReplyOf<typeof sendRedeemCode>;
export type WithdrawalFilter = InputOf<typeof listWithdrawals>;

/** What can be redeemed now, where to, and why not. Whatever changes the account changes it. */
export const redeemableQuery = queryOptions({
  queryKey: ['account', 'redeem'],
  queryFn: ({ signal }) => call(getRedeemable, {}, signal),
});

/** Some of the caller's requests, the latest first. */
export const withdrawalsQuery = (filter: WithdrawalFilter) =>
  queryOptions({
    queryKey: ['account', 'withdrawals', filter],
    queryFn: ({ signal }) => call(listWithdrawals, filter, signal),
    placeholderData: keepPreviousData,
  });

/** Sends a code there; the one before is worth nothing any more. */
export const useSendCode = () => useMutation({ mutationFn: (channel: Channel) => call(sendRedeemCode, { channel }) });

export interface RedeemOrder {
  input: InputOf<typeof requestRedeem>;
  /** One for each request that the user means; the same for every retry of it. */
  idempotencyKey: string;
}

/** Asks for points to be paid out. Balance, what can be redeemed and the history are asked for again. */
export function useRequestRedeem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: RedeemOrder) => callOnce(requestRedeem, input, idempotencyKey),
    // The key makes another try harmless. Without a network it fails at once rather than redeem at some later time.
    retry: (failures, error) => failures === 0 && isUnsure(error),
    networkMode: 'always',
    onSuccess: ({ balance }) => {
      setBalance(client, balance);
      return client.invalidateQueries({ queryKey: ['account'] });
    },
    onError: () => client.invalidateQueries({ queryKey: redeemableQuery.queryKey }),
  });
}
