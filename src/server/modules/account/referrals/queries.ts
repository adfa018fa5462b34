import { type RawBuilder, sql } from 'kysely';
import { INVITE_TERMS } from '#domain/ledger/rewards.ts';
import { PLAY_MIN } from '#domain/settlement/play-at-risk.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Selects when a user `u` had played enough for an invite; no row if they have not, or no longer have after a correction. */
const enoughPlay = sql`
  select settled_at from (
    select settled_at, row_number() over (order by settled_at) as bets, dense_rank() over (order by settled_at::date) as days
    from bets
    where user_id = u.id and state = 'settled' and at_risk >= ${PLAY_MIN}
      and settled_at <= u.created_at + make_interval(days => ${INVITE_TERMS.withinDays})
  ) played
  where bets >= ${INVITE_TERMS.bets} and days >= ${INVITE_TERMS.betDays}
  order by settled_at limit 1`;

/**
 * Selects invited users for whom `condition` on `u` (the user) and `reward` (the state of the invite) holds, with the moment when they
 * qualified: the address was confirmed, and within 30 days of registering 3 bets with at least `PLAY_MIN` points at risk were settled on 2
 * different UTC days (docs/decisions/047-play-at-risk.md). Rewarded and refused invitees stay qualified; a correction before that counts.
 */
const invitees = (condition: RawBuilder<unknown>) => sql`
  select u.id, u.email, u.created_at, u.invited_by, u.invited_with, u.invited_through, reward.state, reward.decided_at,
    coalesce(
      reward.qualified_at,
      case when num_nulls(u.email_verified_at, enough.settled_at) = 0 then greatest(u.email_verified_at, enough.settled_at) end
    ) as qualified_at
  from users u
  left join lateral (${enoughPlay}) enough on true
  left join invite_rewards reward on reward.invitee_id = u.id
  where ${condition}`;

export interface InviteeRow {
  id: string;
  /** Null for users without an address, and deleted users. */
  email: string | null;
  created_at: Date;
  invited_with: string;
  invited_through: 'link' | 'code' | null;
  /** Null until the qualification was noticed. */
  state: 'due' | 'in_review' | 'rewarded' | 'refused' | null;
  decided_at: Date | null;
  qualified_at: Date | null;
}

/** Returns a user's invitees, latest first. */
export async function findLatestInvitees(db: Db, inviterId: string, limit: number): Promise<InviteeRow[]> {
  const { rows } = await sql<InviteeRow>`
    select * from (${invitees(sql`u.invited_by = ${inviterId}`)}) invitee order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns how many users were invited and qualified, and the points earned, including those released from review. */
export async function sumInvites(db: Db, inviterId: string): Promise<{ invited: number; qualified: number; points_earned: number }> {
  const { rows } = await sql<{ invited: number; qualified: number; points_earned: number }>`
    select count(*) as invited, count(qualified_at) as qualified,
      (select coalesce(sum(t.amount), 0)::bigint from invite_rewards r join transfers t on t.key = 'invite:' || r.invitee_id || ':inviter'
        where r.inviter_id = ${inviterId} and r.state = 'rewarded') as points_earned
    from (${invitees(sql`u.invited_by = ${inviterId}`)}) invitee`.execute(db);
  return rows[0]!;
}

export interface QualifiedRow {
  id: string;
  invited_by: string;
  qualified_at: Date;
}

/** Returns invitees who qualified and were not noticed yet, earliest first. Leaves out deleted users. */
export async function findQualified(db: Db, limit: number): Promise<QualifiedRow[]> {
  // Limited to invitees who have played: most invitees who do not qualify have not, and cost one row read.
  const unnoticed = sql`u.invited_by is not null and u.status <> 'deleted' and u.email_verified_at is not null and reward.invitee_id is null
    and (select played from user_stats s where s.user_id = u.id) >= 3`;
  const { rows } = await sql<QualifiedRow>`
    select id, invited_by, qualified_at from (${invitees(unnoticed)}) invitee
    where qualified_at is not null order by qualified_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Signs that two accounts belong to one person, or that a program registers many accounts. */
export type ReviewReason = 'device' | 'wallet' | 'mailbox' | 'ip';

/** Returns what both sides share: browsers that they were ever seen in (ended sessions are stored for 30 days), present or past wallets. */
export async function findSharedTraits(db: Db, inviteeId: string, inviterId: string): Promise<{ device: boolean; wallet: boolean }> {
  const devicesOf = (id: string) => sql`(
    select registration_device_id from users where id = ${id} and registration_device_id is not null
    union select device_id from sessions where user_id = ${id} and device_id is not null)`;
  const walletsOf = (id: string) => sql`(
    select wallet_address from users where id = ${id} and wallet_address is not null
    union select wallet_address from past_wallets where user_id = ${id})`;
  const { rows } = await sql<{ device: boolean; wallet: boolean }>`
    select exists (${devicesOf(inviteeId)} intersect ${devicesOf(inviterId)}) as device,
      exists (${walletsOf(inviteeId)} intersect ${walletsOf(inviterId)}) as wallet`.execute(db);
  return rows[0]!;
}

/** Returns all addresses of a user: the account's, and Google's. */
export async function findAddresses(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select email as address from users where id = ${userId} and email is not null
    union select identifier from linked_accounts where user_id = ${userId} and type = 'google'`.execute(db);
  return rows.map(({ address }) => address);
}

/**
 * Returns the largest number of accounts registered from the user's IP address within any seven days that include their own registration; 0
 * if the IP address is no longer stored.
 */
export async function countHousehold(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ accounts: number }>`
    select coalesce(max(accounts), 0)::integer as accounts from users invitee, lateral (
      select u.created_at, count(*) over (order by u.created_at range between current row and interval '7 days' following) as accounts
      from users u
      where u.registration_ip is not null and household(u.registration_ip) = household(invitee.registration_ip)
        and u.created_at between invitee.created_at - interval '7 days' and invitee.created_at + interval '7 days'
    ) since
    where invitee.id = ${userId} and since.created_at <= invitee.created_at`.execute(db);
  return rows[0]!.accounts;
}

export interface NewReward {
  invitee_id: string;
  inviter_id: string;
  state: 'due' | 'in_review';
  reasons: ReviewReason[];
  qualified_at: Date;
  created_at: Date;
}

/** Records that an invitee qualified; returns false if it was recorded before. */
export async function insertReward(db: Db, reward: NewReward): Promise<boolean> {
  const written = await db
    .insertInto('invite_rewards')
    .values(reward)
    .onConflict((oc) => oc.doNothing())
    .returning('invitee_id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Maximum number of invitees that an inviter is paid for, per UTC day and per UTC month. */
export interface InviteCaps {
  day: number;
  month: number;
}

/** Returns how many more invitees each inviter may be paid for at `at`: the caps minus the invitees paid in its day and month. */
const roomAt = ({ day, month }: InviteCaps, at: Date) => sql`(
  select least(
    ${month} - count(*),
    ${day} - count(*) filter (where paid.decided_at >= date_trunc('day', ${at}::timestamptz))
  ) from invite_rewards paid
  where paid.inviter_id = r.inviter_id and paid.state = 'rewarded' and paid.decided_at >= date_trunc('month', ${at}::timestamptz))`;

/** Condition that a user may receive points at `at`: not disabled, not being deleted, and not excluded from play. */
const isHere = (owner: 'inviter_id' | 'invitee_id', at: Date) => sql`exists (
  select from users u where u.id = r.${sql.ref(owner)} and u.status = 'normal' and u.deletion_due_at is null
    and not exists (select from exclusions e where e.user_id = u.id and e.until > ${at}))`;

/** Condition that an invitee of `r` still qualifies: a correction may have removed their play. */
const hasPlayedEnough = sql`exists (select from users u, lateral (${enoughPlay}) enough where u.id = r.invitee_id)`;

/** Deletes noticed invitees who are neither paid nor refused and no longer qualify; they may qualify again. Returns who they are. */
export async function removeUnqualified(db: Db): Promise<{ invitee_id: string; inviter_id: string }[]> {
  const { rows } = await sql<{ invitee_id: string; inviter_id: string }>`
    delete from invite_rewards r where r.state in ('due', 'in_review') and r.decided_at is null and not ${hasPlayedEnough}
    returning r.invitee_id, r.inviter_id`.execute(db);
  return rows;
}

export interface DueRow {
  invitee_id: string;
  inviter_id: string;
  reasons: ReviewReason[];
}

/**
 * Returns the rewards that may be paid at `at`, oldest first, for all invitees or for one: neither side is blocked, and per inviter no more
 * than the caps allow.
 */
export async function findDue(db: Db, caps: InviteCaps, at: Date, limit: number, inviteeId: string | null = null): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select invitee_id, inviter_id, reasons from (
      select r.*, row_number() over (partition by r.inviter_id order by r.qualified_at, r.invitee_id) as place
      from invite_rewards r
      where r.state = 'due' and ${isHere('inviter_id', at)} and ${isHere('invitee_id', at)} and ${hasPlayedEnough}
        and (${inviteeId}::uuid is null or r.inviter_id = (select inviter_id from invite_rewards where invitee_id = ${inviteeId}))
    ) r
    where (${inviteeId}::uuid is null or r.invitee_id = ${inviteeId}) and r.place <= ${roomAt(caps, at)}
    order by r.qualified_at, r.invitee_id limit ${limit}`.execute(db);
  return rows;
}

/** Returns how many more invitees an inviter may be paid for at `at`, by the caps of the day and of the month. */
export async function findRoom(db: Db, inviterId: string, caps: InviteCaps, at: Date): Promise<InviteCaps> {
  const { rows } = await sql<InviteCaps>`
    select (${caps.day} - count(*) filter (where decided_at >= date_trunc('day', ${at}::timestamptz)))::integer as day,
      (${caps.month} - count(*))::integer as month
    from invite_rewards
    where inviter_id = ${inviterId} and state = 'rewarded' and decided_at >= date_trunc('month', ${at}::timestamptz)`.execute(db);
  return rows[0]!;
}

/** Returns the state of an invite; undefined if the invitee has not qualified. */
export const findReward = (db: Db, inviteeId: string) =>
  db.selectFrom('invite_rewards').selectAll().where('invitee_id', '=', inviteeId).executeTakeFirst();

export async function setRewardState(db: Db, inviteeId: string, state: 'due' | 'rewarded' | 'refused', at: Date): Promise<void> {
  await db.updateTable('invite_rewards').set({ state, decided_at: at }).where('invitee_id', '=', inviteeId).execute();
}
