import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listApprovals } from '#contract/approvals.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from '#web/console/lib/call.ts';

/** Returns a page of waiting approvals, or of all. */
export const approvalsQuery = (filter: InputOf<typeof listApprovals>) =>
  queryOptions({
    queryKey: ['approvals', filter],
    queryFn: ({ signal }) => call(listApprovals, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
