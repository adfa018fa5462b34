import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { search } from '#contract/search.ts';
import { call } from '#web/data/call.ts';

const FRESH_MS = 30_000;

/** Queries teams and leagues by name; earlier results stay visible until new ones arrive. */
export const suggestions = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(search, { q }, signal),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    // Continued typing makes a new request anyway.
    retry: false,
  });
