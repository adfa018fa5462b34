import type { ReplyOf } from '#contract/endpoint.ts';
import type { getInvite, INVITEE_STATUSES } from '#contract/referrals.ts';
import { maskEmail } from '#domain/identity/email.ts';
import { roomAgainAt } from '#domain/ledger/rewards.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { findLatestInvitees, findRoom, type InviteeRow, sumInvites } from './queries.ts';
import { capsOf } from './rewards.ts';

const RECENT = 20;

/** Returns a user's invite code and their invitees. */
export async function mine(deps: Deps, { id }: SignedIn): Promise<ReplyOf<typeof getInvite>> {
  const [caps, now] = [capsOf(deps.config), deps.now()];
  const [{ invite_code }, sums, room, recent] = await Promise.all([
    requireUser(deps, id),
    sumInvites(deps.db, id),
    findRoom(deps.db, id, caps, now),
    findLatestInvitees(deps.db, id, RECENT),
  ]);
  return {
    code: invite_code,
    link: `/matches?invite=${invite_code}`,
    ...sums,
    paid_per_day_max: caps.day,
    paid_per_month_max: caps.month,
    paid_again_at: roomAgainAt(room, now)?.toISOString() ?? null,
    recent: recent.map((invitee) => ({
      id: invitee.id,
      email: invitee.email && maskEmail(invitee.email),
      registered_at: invitee.created_at.toISOString(),
      status: statusOf(invitee),
      source: invitee.invited_through,
      code: invitee.invited_with,
      activated_at: invitee.qualified_at?.toISOString() ?? null,
      rewarded_at: (invitee.state === 'rewarded' && invitee.decided_at?.toISOString()) || null,
    })),
  };
}

function statusOf({ qualified_at, state }: InviteeRow): (typeof INVITEE_STATUSES)[number] {
  if (state !== null && state !== 'due') return state;
  return qualified_at !== null ? 'qualified' : 'registered';
}
