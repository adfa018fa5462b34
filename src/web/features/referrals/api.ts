import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getInvite } from '#contract/referrals.ts';
import { call } from '#web/data/call.ts';

export type Invite = ReplyOf<typeof getInvite>;

/** The caller's invite code and who came by it. */
export const inviteQuery = queryOptions({
  queryKey: ['account', 'invite'],
  queryFn: ({ signal }) => call(getInvite, {}, signal),
});
