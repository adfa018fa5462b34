import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { getOutbox } from '#contract/outbox.ts';
import { call } from '#web/data/call.ts';

/** Milliseconds between refetches; short, because users wait here for a code. */
const REFRESH_MS = 3_000;

/** Queries the messages the demo would have sent, newest first; refetched every few seconds. */
export const outboxQuery = (input: InputOf<typeof getOutbox>) =>
  queryOptions({
    queryKey: ['outbox', input],
    queryFn: ({ signal }) => call(getOutbox, input, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });

/** Returns the address of a mail as HTML: a document of its own, with its own content security policy. */
export const mailUrl = (id: string): string => `${getOutbox.path}/${encodeURIComponent(id)}/html`;
