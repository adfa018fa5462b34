import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '#contract/webhooks.ts';
import { call } from '#web/data/call.ts';

const KEY = ['account', 'webhooks'] as const;

/** A receiver that failed may be back at any time: events are tried again by themselves. */
export const FAILING_REFRESH_MS = 10_000;

/** Queries the user's webhooks, and again and again while one of them fails. */
export const webhooksQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(listWebhooks, {}, signal),
  refetchInterval: ({ state }) => (state.data?.items.some(isFailing) ? FAILING_REFRESH_MS : false),
});

/** Returns whether a webhook is on, and nothing could be delivered to it lately. */
export const isFailing = ({ state, failing_since }: Pick<Webhook, 'state' | 'failing_since'>): boolean =>
  state === 'on' && failing_since !== null;

export type LogFilter = 'all' | 'failed' | 'waiting';
export const LOG_PAGE_SIZE = 20;

/** Queries a page of a webhook's log, newest first. */
export const logQuery = (id: string, filter: LogFilter, page: number) =>
  queryOptions({
    queryKey: [...KEY, id, 'log', filter, page],
    queryFn: ({ signal }) =>
      call(listWebhookDeliveries, { id, page, page_size: LOG_PAGE_SIZE, ...(filter !== 'all' && { state: filter }) }, signal),
    placeholderData: keepPreviousData,
  });

/** Mutates webhooks, and refetches them in any case. */
function useChange<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: KEY }) });
}

export const useCreateWebhook = () => useChange((input: InputOf<typeof createWebhook>) => call(createWebhook, input));
export const useUpdateWebhook = () => useChange((input: InputOf<typeof updateWebhook>) => call(updateWebhook, input));
export const useDeleteWebhook = () => useChange((id: string) => call(deleteWebhook, { id }));
export const useRotateSecret = () => useChange((id: string) => call(rotateWebhookSecret, { id }));
export const useTestWebhook = () => useChange((id: string) => call(testWebhook, { id }));
export const useReplay = () => useChange((input: InputOf<typeof replayWebhook>) => call(replayWebhook, input));
