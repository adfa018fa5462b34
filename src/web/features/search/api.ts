import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { search } from '#contract/search.ts';
import { call } from '#web/data/call.ts';

const FRESH_MS = 30_000;

/** Teams and leagues that are called so; what another text found stays on show until the new is here. */
export const suggestions = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(search, { q }, signal),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    // Whoever types goes on typing, which asks again.
    retry: false,
  });
