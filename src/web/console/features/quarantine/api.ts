import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { listQuarantine } from '#contract/operations.ts';
import { call } from '#web/console/lib/call.ts';

export type QuarantineFilter = InputOf<typeof listQuarantine>;

/** What feeds told and were not believed, the latest first. */
export const quarantineQuery = (filter: QuarantineFilter) =>
  queryOptions({
    queryKey: ['quarantine', filter],
    queryFn: ({ signal }) => call(listQuarantine, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
