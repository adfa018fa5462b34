import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { excludeSelf, setLimit } from '#contract/play-limits.ts';
import { call } from '#web/data/call.ts';
import { limitsQuery } from '#web/data/play-limits.ts';
import { setKnown } from '#web/data/query-client.ts';

/** Changes one limit, and shows all six as they are then. */
export function useSetLimit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof setLimit>) => call(setLimit, input),
    onSuccess: (limits) => setKnown(client, limitsQuery.queryKey, limits),
  });
}

/** Takes time away from play. Whatever shows the account is asked for again, and then shows it. */
export function useExcludeSelf() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof excludeSelf>) => call(excludeSelf, input),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
}
