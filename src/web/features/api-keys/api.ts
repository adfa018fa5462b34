import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listApiKeys, makeApiKey, revokeApiKey } from '#contract/api-keys.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from '#web/data/call.ts';

const queryKey = ['account', 'api-keys'] as const;

/** Queries the user's API keys, without the keys themselves. */
export const apiKeysQuery = queryOptions({ queryKey, queryFn: ({ signal }) => call(listApiKeys, {}, signal) });

/** Makes a key, after a step-up if it may do more than read public data. The key is not kept in this browser. */
export function useMakeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: InputOf<typeof makeApiKey>) => (await call(makeApiKey, input)).key,
    gcTime: 0,
    onSuccess: () => void client.invalidateQueries({ queryKey }),
  });
}

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (id: string) => call(revokeApiKey, { id }), onSuccess: () => client.invalidateQueries({ queryKey }) });
}
