import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { v4 } from 'uuid';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { ApiError } from '#web/data/api-error.ts';
import { call, callOnce } from './call.ts';

/**
 * A change that an admin makes by a press: `mutate` it, or `mutateAsync` where the caller shows the refusal. Those that move points carry
 * an Idempotency-Key, which stays the same while the same thing is asked for again, until it is done. Afterwards whatever the
 * console shows is asked for anew: a change stands in lists, numbers and badges alike.
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
      // Somebody else was first: show what became of it.
      if (error instanceof ApiError && error.code === 'already_decided') void client.invalidateQueries();
    },
  });
}
