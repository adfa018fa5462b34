import type { ReplyOf } from '#contract/endpoint.ts';
import type { getInvite, INVITEE_STATUSES } from '#contract/invites.ts';
import { maskEmail } from '#domain/email.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/features/auth/service.ts';
import type { SignedIn } from '#server/http/access-token.ts';
import * as invites from './queries.ts';

const RECENT = 20;

/** A user's invite code, and who came by it. */
export async function mine(deps: Deps, { id }: SignedIn): Promise<ReplyOf<typeof getInvite>> {
  const [{ invite_code }, sums, recent] = await Promise.all([
    requireUser(deps, id),
    invites.sumInvites(deps.db, id),
    invites.findLatestInvitees(deps.db, id, RECENT),
  ]);
  return {
    code: invite_code,
    link: `/matches?invite=${invite_code}`,
    ...sums,
    recent: recent.map((invitee) => ({
      id: invitee.id,
      email: maskEmail(invitee.email),
      registered_at: invitee.created_at.toISOString(),
      status: statusOf(invitee),
      source: null,
      code: invitee.invited_with,
      activated_at: invitee.qualified_at?.toISOString() ?? null,
      rewarded_at: invitee.rewarded_at?.toISOString() ?? null,
    })),
  };
}

function statusOf({ qualified_at, rewarded_at }: invites.InviteeRow): (typeof INVITEE_STATUSES)[number] {
  if (rewarded_at !== null) return 'rewarded';
  return qualified_at !== null ? 'qualified' : 'registered';
}
