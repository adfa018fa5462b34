import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Provider, unlinkAccount } from '#contract/oauth.ts';
import { call } from '#web/data/call.ts';
import { leaveFor } from '#web/data/oauth.ts';
import { overviewQuery } from '#web/data/queries.tsx';

/** Leaves for the provider, to return to a page of the site with the account linked. */
export const useLink = (next: string) => useMutation({ mutationFn: (provider: Provider) => leaveFor(provider, 'link', next) });

export function useUnlink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(unlinkAccount, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
  });
}
