import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listQuarantine } from '#contract/contest-admin.ts';
import type { InputOf } from '#contract/endpoint.ts';
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
