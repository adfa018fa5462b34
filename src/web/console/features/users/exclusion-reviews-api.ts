import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listExclusionReviews } from '#contract/exclusion-reviews.ts';
import { call } from '#web/console/lib/call.ts';

/** Self-exclusions that may hold for another account, what has waited longest first. */
export const exclusionReviewsQuery = (page: number) =>
  queryOptions({
    queryKey: ['exclusion-reviews', page],
    queryFn: ({ signal }) => call(listExclusionReviews, { page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
