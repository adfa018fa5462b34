import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { v4 } from 'uuid';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { ApiError } from '#web/data/api-error.ts';
import { call, callOnce } from './call.ts';

/**
 * An action of an admin: use `mutate`, or `mutateAsync` if the caller shows the refusal. Actions that move points carry an Idempotency-Key,
 * which stays the same for repeated attempts until one succeeds. Afterwards all data of the console is refetched, as a change may affect
 * lists, numbers and badges.
 */
export function useAdminCall<E extends Endpoint & { access: 'public' | readonly AdminRole[] }>(endpoint: E) {
  const client = useQueryClient();
  const asked = useRef<{ body: string; key: string } | null>(null);
  const send = (input: InputOf<E>): Promise<ReplyOf<E>> => {
    if (!endpoint.idempotent) return call(endpoint, input);
    const body = JSON.stringify(input);
    if (asked.current?.body !== body) asked.current = { body, key: v4() };
    return callOnce(endpoint, input, asked.current.key);
  };
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      asked.current = null;
      void client.invalidateQueries();
    },
    onError: (error) => {
      // Another admin was first: refetch to show the outcome.
      if (error instanceof ApiError && error.code === 'already_decided') void client.invalidateQueries();
    },
  });
}
