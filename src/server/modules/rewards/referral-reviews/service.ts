import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { decideInviteReview, InviteReview, listInviteReviews } from '#contract/referral-reviews.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireOthers, requireReason, userRef } from '#server/modules/admins/public.ts';
import { countHousehold, findAddresses } from '#server/modules/rewards/referrals/reward-queries.ts';
import { decideInvite } from '#server/modules/rewards/referrals/rewards.ts';
import { once } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as reviews from './queries.ts';

/** Maximum number of rows counted and paged (docs/rules.md#lists). */
const TOTAL_MAX = 10_000;

/** Returns a page of held invites with the evidence. Throws `invalid_query`. */
export async function list(
  deps: Deps,
  { page, page_size }: ParsedInputOf<typeof listInviteReviews>,
): Promise<ReplyOf<typeof listInviteReviews>> {
  const { db } = deps;
  const offset = (page - 1) * page_size;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  const [rows, counted] = await Promise.all([reviews.findHeld(db, page_size, offset), reviews.countHeld(db, TOTAL_MAX + 1)]);
  const sides = await reviews.findSides(
    db,
    rows.flatMap(({ invitee_id, inviter_id }) => [invitee_id, inviter_id]),
  );
  return {
    items: await Promise.all(rows.map((row) => reviewView(deps, row, sides))),
    page,
    page_size,
    total: Math.min(counted, TOTAL_MAX),
    ...(counted > TOTAL_MAX && { total_exact: false }),
  };
}

async function reviewView(
  { db, config }: Deps,
  { invitee_id, inviter_id, devices, wallets, ...row }: reviews.ReviewRow,
  sides: Map<string, reviews.SideRow>,
): Promise<InviteReview> {
  const [mailboxes, household_accounts] = await Promise.all([
    findSharedMailboxes(db, invitee_id, inviter_id),
    countHousehold(db, invitee_id),
  ]);
  const { inviter_reward, invitee_reward } = config.limits;
  return {
    invitee: sideView(sides.get(invitee_id)!, invitee_reward),
    inviter: sideView(sides.get(inviter_id)!, inviter_reward),
    reasons: row.reasons,
    evidence: { devices, wallets, mailboxes, household_accounts },
    inviter_held: row.inviter_held,
    inviter_paid: row.inviter_paid,
    qualified_at: row.qualified_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

const sideView = (row: reviews.SideRow, reward: number): InviteReview['invitee'] => ({
  ...userRef(row),
  status: row.status,
  registered_at: row.created_at.toISOString(),
  registration_ip: row.registration_ip,
  registration_country: row.registration_country,
  predictions_played: row.played,
  reward,
});

/** Returns addresses of both sides that are delivered to one mailbox. */
async function findSharedMailboxes(db: Db, inviteeId: string, inviterId: string): Promise<string[]> {
  const [own, others] = await Promise.all([findAddresses(db, inviteeId), findAddresses(db, inviterId)]);
  const isOf = (addresses: readonly string[]) => (address: string) =>
    addresses.some((other) => emailIdentity(other) === emailIdentity(address));
  return [...new Set([...own.filter(isOf(others)), ...others.filter(isOf(own))])];
}

/**
 * Pays or refuses a held invite. Throws `reason_required`, `not_found`, `already_decided`, and `same_reviewer` if the admin is one of its
 * sides.
 */
export const decide = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { invitee_id: inviteeId, decision, reason }: ParsedInputOf<typeof decideInviteReview>,
): Promise<ReplyOf<typeof decideInviteReview>> => {
  requireReason(reason);
  return transact(deps, (db, announce) =>
    once(db, request.idempotency, deps.now(), async () => {
      await requireOthers(deps, db, await reviews.findBothSides(db, inviteeId), admin);
      const state = await decideInvite(deps, db, announce, inviteeId, decision);
      const action = decision === 'pay' ? 'invite.pay' : 'invite.refuse';
      const entry = { action, subject: { kind: 'user', id: inviteeId }, before: { state: 'in_review' }, after: { state }, reason };
      await recordAudit(db, actorOf(admin, request), entry, deps.now());
      return { state };
    }),
  );
};
