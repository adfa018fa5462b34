import { type RawBuilder, sql } from 'kysely';
import { PLAY_MIN } from '#domain/settlement/play-at-risk.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** When a user `u` had played enough for an invite; no row where they have not, or not any more after a correction. */
export const enoughPlay = sql`
  select settled_at from (
    select settled_at, row_number() over (order by settled_at) as bets, dense_rank() over (order by settled_at::date) as days
    from bets
    where user_id = u.id and state = 'settled' and at_risk >= ${PLAY_MIN} and settled_at <= u.created_at + interval '30 days'
  ) played
  where bets >= 3 and days >= 2
  order by settled_at limit 1`;

/**
 * Users who were invited and of whom `condition` on `u` (the user) and `reward` (what became of it) holds, with the moment from which they
 * qualify: an address was confirmed, and within 30 days of registering 3 bets were settled on 2 different UTC days of which at least `PLAY_MIN`
 * points were at risk (docs/decisions/047-play-at-risk.md). Who was rewarded or refused stays qualified; a correction before that counts.
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
  /** Null for who gave none, or left. */
  email: string | null;
  created_at: Date;
  invited_with: string;
  invited_through: 'link' | 'code' | null;
  /** Null until it was noticed that they qualified. */
  state: 'due' | 'in_review' | 'rewarded' | 'refused' | null;
  decided_at: Date | null;
  qualified_at: Date | null;
}

/** Whom a user invited, the latest first. */
export async function findLatestInvitees(db: Db, inviterId: string, limit: number): Promise<InviteeRow[]> {
  const { rows } = await sql<InviteeRow>`
    select * from (${invitees(sql`u.invited_by = ${inviterId}`)}) invitee order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many were invited and qualified, and the points that came of it, those released from review included. */
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

/** Who qualifies and has not been noticed yet, those who did first coming first. Who has left is not among them. */
export async function findQualified(db: Db, limit: number): Promise<QualifiedRow[]> {
  // Those who have played: most who were invited and do not qualify have not, and cost a look at one row.
  const unnoticed = sql`u.invited_by is not null and u.status <> 'deleted' and u.email_verified_at is not null and reward.invitee_id is null
    and (select played from user_stats s where s.user_id = u.id) >= 3`;
  const { rows } = await sql<QualifiedRow>`
    select id, invited_by, qualified_at from (${invitees(unnoticed)}) invitee
    where qualified_at is not null order by qualified_at, id limit ${limit}`.execute(db);
  return rows;
}
