import { type RawBuilder, sql } from 'kysely';
import { PLAY_MIN } from '#domain/settlement/play-at-risk.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Selects when a user `u` had played enough for an invite; no row if they have not, or no longer have after a correction. */
export const enoughPlay = sql`
  select settled_at from (
    select settled_at, row_number() over (order by settled_at) as bets, dense_rank() over (order by settled_at::date) as days
    from bets
    where user_id = u.id and state = 'settled' and at_risk >= ${PLAY_MIN} and settled_at <= u.created_at + interval '30 days'
  ) played
  where bets >= 3 and days >= 2
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
