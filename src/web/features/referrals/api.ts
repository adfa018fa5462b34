import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getInvite } from '#contract/referrals.ts';
import { call } from '#web/data/call.ts';

export type Invite = ReplyOf<typeof getInvite>;

/** Queries the caller's invite code and invited users. */
export const inviteQuery = queryOptions({
  queryKey: ['account', 'invite'],
  queryFn: ({ signal }) => call(getInvite, {}, signal),
});
