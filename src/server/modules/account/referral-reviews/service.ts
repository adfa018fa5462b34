import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { decideInviteReview, InviteReview, listInviteReviews } from '#contract/user-reviews.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { countHousehold, findAddresses } from '#server/modules/account/referrals/queries.ts';
import { decideInvite } from '#server/modules/account/referrals/rewards.ts';
import { actorOf, recordAudit, requireOthers, requireReason, userRef } from '#server/modules/admins/public.ts';
import { once } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';

/** Returns a page of held invites with the evidence. Throws `invalid_query`. */
export async function list(
  deps: Deps,
  { page, page_size }: ParsedInputOf<typeof listInviteReviews>,
): Promise<ReplyOf<typeof listInviteReviews>> {
  const { db } = deps;
  const offset = offsetOf({ page, page_size });
  const [rows, counted] = await Promise.all([findHeld(db, page_size, offset), countHeld(db, COUNT_MAX)]);
  const sides = await findSides(
    db,
    rows.flatMap(({ invitee_id, inviter_id }) => [invitee_id, inviter_id]),
  );
  return {
    items: await Promise.all(rows.map((row) => reviewView(deps, row, sides))),
    page,
    page_size,
    ...totalOf(counted),
  };
}

async function reviewView(
  { db, config }: Deps,
  { invitee_id, inviter_id, devices, wallets, ...row }: ReviewRow,
  sides: Map<string, SideRow>,
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

const sideView = (row: SideRow, reward: number): InviteReview['invitee'] => ({
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
      await requireOthers(deps, db, await findBothSides(db, inviteeId), admin);
      const state = await decideInvite(deps, db, announce, inviteeId, decision);
      const action = decision === 'pay' ? 'invite.pay' : 'invite.refuse';
      const entry = { action, subject: { kind: 'user', id: inviteeId }, before: { state: 'in_review' }, after: { state }, reason };
      await recordAudit(db, actorOf(admin, request), entry, deps.now());
      return { state };
    }),
  );
};

/** A held invite, with the data of both sides that a decision needs. */
export interface ReviewRow {
  invitee_id: string;
  inviter_id: string;
  reasons: ('device' | 'wallet' | 'mailbox' | 'ip')[];
  qualified_at: Date;
  created_at: Date;
  devices: string[];
  wallets: string[];
  inviter_held: number;
  inviter_paid: number;
}

/** Returns held invites, oldest first. */
async function findHeld(db: Db, limit: number, offset: number): Promise<ReviewRow[]> {
  const devicesOf = (id: 'invitee_id' | 'inviter_id') => sql`(
    select registration_device_id from users where id = r.${sql.ref(id)} and registration_device_id is not null
    union select device_id from sessions where user_id = r.${sql.ref(id)} and device_id is not null)`;
  const walletsOf = (id: 'invitee_id' | 'inviter_id') => sql`(
    select wallet_address from users where id = r.${sql.ref(id)} and wallet_address is not null
    union select wallet_address from past_wallets where user_id = r.${sql.ref(id)})`;
  const { rows } = await sql<ReviewRow>`
    select r.invitee_id, r.inviter_id, r.reasons, r.qualified_at, r.created_at,
      array(${devicesOf('invitee_id')} intersect ${devicesOf('inviter_id')}) as devices,
      array(${walletsOf('invitee_id')} intersect ${walletsOf('inviter_id')}) as wallets,
      (select count(*) from invite_rewards o where o.inviter_id = r.inviter_id and o.state = 'in_review') as inviter_held,
      (select count(*) from invite_rewards o where o.inviter_id = r.inviter_id and o.state = 'rewarded') as inviter_paid
    from (
      select * from invite_rewards where state = 'in_review' order by created_at, invitee_id limit ${limit} offset ${offset}
    ) r
    order by r.created_at, r.invitee_id`.execute(db);
  return rows;
}

/** Counts held invites, up to `max`. */
async function countHeld(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from invite_rewards where state = 'in_review' limit ${max}) counted`.execute(db);
  return rows[0]!.count;
}

/** A side of an invite. */
export interface SideRow {
  id: string;
  display_name: string | null;
  public_handle: string;
  email: string | null;
  status: 'normal' | 'disabled' | 'deleted';
  created_at: Date;
  registration_ip: string | null;
  registration_country: string | null;
  played: number;
}

/** Returns users by id. */
async function findSides(db: Db, ids: readonly string[]): Promise<Map<string, SideRow>> {
  const { rows } = await sql<SideRow>`
    select u.id, u.display_name, u.public_handle, u.email, u.status, u.created_at, host(u.registration_ip) as registration_ip,
      u.registration_country, coalesce(s.played, 0) as played
    from users u left join user_stats s on s.user_id = u.id
    where u.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the ids of both sides of an invite; empty if there is none. */
async function findBothSides(db: Db, inviteeId: string): Promise<string[]> {
  const row = await db
    .selectFrom('invite_rewards')
    .select(['invitee_id', 'inviter_id'])
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  return row ? [row.invitee_id, row.inviter_id] : [];
}
