import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { getOutbox } from '#contract/outbox.ts';
import { call } from '#web/data/call.ts';

/** Whoever waits for a code looks here for it. */
const REFRESH_MS = 3_000;

/** What the demo would have sent, newest first; asked for again every few seconds. */
export const outboxQuery = (input: InputOf<typeof getOutbox>) =>
  queryOptions({
    queryKey: ['outbox', input],
    queryFn: ({ signal }) => call(getOutbox, input, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });

/** A mail as its reader sees it: a document of its own, with a policy of its own. */
export const mailUrl = (id: string): string => `${getOutbox.path}/${encodeURIComponent(id)}/html`;
