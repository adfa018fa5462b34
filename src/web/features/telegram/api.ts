import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createBindToken, unbindTelegram } from '#contract/oauth.ts';
import { call } from '#web/data/call.ts';

/** A token that the user sends to our bot, with its expiry. */
export type BindToken = ReplyOf<typeof createBindToken>;

/** Requests a token that binds a chat; the previous one becomes invalid. */
export const useBindToken = () => useMutation({ mutationFn: () => call(createBindToken, {}) });

export function useUnbind() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(unbindTelegram, {}),
    // In any case, because it may be unbound already.
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
}
