import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { excludeSelf, setLimit } from '#contract/play-limits.ts';
import { call } from '#web/data/call.ts';
import { limitsQuery } from '#web/data/play-limits.ts';
import { setKnown } from '#web/data/query-client.ts';

/** Sets a limit, and updates all six from the reply. */
export function useSetLimit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof setLimit>) => call(setLimit, input),
    onSuccess: (limits) => setKnown(client, limitsQuery.queryKey, limits),
  });
}

/** Begins time away from play. Everything that shows the account is refetched. */
export function useExcludeSelf() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof excludeSelf>) => call(excludeSelf, input),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
}
