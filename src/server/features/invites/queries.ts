import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/**
 * Everybody whom a user invited, with the moment from which they qualify: an address was confirmed, and within 30 days of
 * registering 3 bets were settled on 2 different UTC days; refunds do not count (decisions.md section 4).
 */
const inviteesOf = (inviterId: string) => sql`
  select u.id, u.email, u.created_at, u.invited_with, reward.created_at as rewarded_at,
    case when num_nulls(u.email_verified_at, enough.settled_at) = 0 then greatest(u.email_verified_at, enough.settled_at) end as qualified_at
  from users u
  left join lateral (
    select settled_at from (
      select settled_at, row_number() over (order by settled_at) as bets, dense_rank() over (order by settled_at::date) as days
      from bets
      where user_id = u.id and state = 'settled' and settled_at <= u.created_at + interval '30 days'
    ) played
    where bets >= 3 and days >= 2
    order by settled_at limit 1
  ) enough on true
  left join transfers reward on reward.key = 'invite:' || u.id || ':inviter'
  where u.invited_by = ${inviterId}`;

export interface InviteeRow {
  id: string;
  email: string;
  created_at: Date;
  invited_with: string;
  qualified_at: Date | null;
  rewarded_at: Date | null;
}

export async function findLatestInvitees(db: Db, inviterId: string, limit: number): Promise<InviteeRow[]> {
  const { rows } = await sql<InviteeRow>`
    select * from (${inviteesOf(inviterId)}) invitee order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many were invited and qualified, and the points that came of it, those released from review included. */
export async function sumInvites(db: Db, inviterId: string): Promise<{ invited: number; qualified: number; points_earned: number }> {
  const { rows } = await sql<{ invited: number; qualified: number; points_earned: number }>`
    select count(*) as invited, count(qualified_at) as qualified,
      (select coalesce(sum(delta), 0)::bigint from postings
        where kind = 'balance' and owner = ${inviterId} and source in ('invite_reward_inviter', 'invite_reward')) as points_earned
    from (${inviteesOf(inviterId)}) invitee`.execute(db);
  return rows[0]!;
}
