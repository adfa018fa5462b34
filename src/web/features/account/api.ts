import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { checkIn, pointsHistory, recalculatePoints } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { ApiError } from '#web/data/api-error.ts';
import { call, callOnce } from '#web/data/call.ts';
import { overviewQuery, setBalance } from '#web/data/queries.tsx';
import { timeZone } from '#web/lib/dates.ts';

export type HistoryFilter = InputOf<typeof pointsHistory>;

const HISTORY_KEY = ['account', 'history'] as const;

/** Queries a page of the changes of the caller's balance, newest first; its days are those of the page's time zone. */
export const historyQuery = (filter: HistoryFilter) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, filter],
    queryFn: ({ signal }) => call(pointsHistory, { ...filter, tz: timeZone() }, signal),
    placeholderData: keepPreviousData,
  });

/** Collects today's points. With the same key, a retry after a lost reply gets the same reply. */
export function useCheckIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (idempotencyKey: string) => callOnce(checkIn, {}, idempotencyKey),
    onSuccess: ({ balance }) => {
      setBalance(client, balance);
      void client.invalidateQueries({ queryKey: HISTORY_KEY });
      return client.invalidateQueries({ queryKey: overviewQuery.queryKey });
    },
    onError: (error) => {
      // Another tab or device has already checked in: show that.
      if (error instanceof ApiError && error.code === 'already_checked_in') {
        return client.invalidateQueries({ queryKey: overviewQuery.queryKey });
      }
    },
  });
}

/** Asks the server to verify that the balance is the sum of its postings. */
export function useRecalculate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(recalculatePoints, {}),
    onSuccess: ({ balance }) => setBalance(client, balance),
  });
}
