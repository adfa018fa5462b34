import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createBindToken, unbindTelegram } from '#contract/oauth.ts';
import { call } from '#web/data/call.ts';

/** What one tells our bot, and until when. */
export type BindToken = ReplyOf<typeof createBindToken>;

/** Asks for what binds a chat; the one before is no longer good. */
export const useBindToken = () => useMutation({ mutationFn: () => call(createBindToken, {}) });

export function useUnbind() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(unbindTelegram, {}),
    // Whatever comes of it: it may be unbound already.
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
}
