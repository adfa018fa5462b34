import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getContestCase, listContestCases } from '#contract/contest-admin.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from '#web/console/lib/call.ts';

export type CaseFilter = InputOf<typeof listContestCases>;

/** Contests by state and search; those that wait for a person are looked at again by themselves. */
export const contestCasesQuery = (filter: CaseFilter) =>
  queryOptions({
    queryKey: ['contests', filter],
    queryFn: ({ signal }) => call(listContestCases, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** A contest with what is known of its match, and what each way of ending it would pay. */
export const contestCaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['contests', id],
    queryFn: ({ signal }) => call(getContestCase, { id }, signal),
    refetchInterval: 15_000,
  });
