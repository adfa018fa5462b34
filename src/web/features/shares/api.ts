import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { createShare, getShared, listShares, removeShare } from '#contract/shares.ts';
import { call } from '#web/data/call.ts';

/** What is shared: a bet, the forecast of a match, or a group's table after a round. */
export type ShareSubject = { bet_id: string } | { forecast_match_id: number } | { tipping_group_id: string; tipping_round: string };

const OWN_KEY = ['account', 'shares'] as const;

/** Queries the caller's share of a bet or a forecast; null if it is not shared. */
export const ownShareQuery = (subject: ShareSubject) =>
  queryOptions({
    queryKey: [...OWN_KEY, subject],
    queryFn: async ({ signal }) => (await call(listShares, { ...subject, page_size: 1 }, signal)).items[0] ?? null,
  });

/** Creates a share, or changes what it shows. */
export function useSaveShare(subject: ShareSubject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choices: Pick<InputOf<typeof createShare>, 'shows_name' | 'shows_points'>) =>
      call(createShare, { ...subject, ...choices }),
    onSuccess: (share) => client.setQueryData(ownShareQuery(subject).queryKey, share),
  });
}

/** Withdraws a share. */
export function useRemoveShare(subject: ShareSubject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removeShare, { id }),
    onSuccess: () => client.setQueryData(ownShareQuery(subject).queryKey, null),
  });
}

/** Queries what is shown at an address. It is asked for at each visit: it may be withdrawn or corrected. */
export const sharedQuery = (id: string) =>
  queryOptions({ queryKey: ['shares', id], queryFn: ({ signal }) => call(getShared, { id }, signal) });
