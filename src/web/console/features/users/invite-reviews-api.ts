import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listInviteReviews } from '#contract/referral-reviews.ts';
import { call } from '#web/console/lib/call.ts';

/** Rewards that are held until a person has looked at them, what has waited longest first. */
export const inviteReviewsQuery = (page: number) =>
  queryOptions({
    queryKey: ['invite-reviews', page],
    queryFn: ({ signal }) => call(listInviteReviews, { page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
