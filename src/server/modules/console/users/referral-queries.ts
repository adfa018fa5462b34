import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** Somebody in a tree of invites. */
export interface InvitedRow {
  id: string;
  display_name: string | null;
  public_handle: string;
  email: string | null;
  status: 'normal' | 'disabled' | 'deleted';
  created_at: Date;
  invited_by: string | null;
  balance: number;
  /** What became of the invite that they came by; null until it was noticed that they qualified. */
  state: 'due' | 'in_review' | 'rewarded' | 'refused' | null;
  invitees: number;
}

/** The latest whom each of these users invited, at most so many of each. */
export const findInvitees = (db: Db, inviterIds: readonly string[], eachMax: number): Promise<InvitedRow[]> =>
  rowsOf(
    db,
    sql`unnest(${inviterIds}::uuid[]) with ordinality as inviter (id, place),
      lateral (select * from users u where u.invited_by = inviter.id order by u.created_at desc, u.id desc limit ${eachMax}) u`,
    sql`inviter.place, u.created_at desc, u.id desc`,
  );

/** Users by their ids, with what of invites is theirs. */
export const findInvited = (db: Db, ids: readonly string[]): Promise<InvitedRow[]> =>
  rowsOf(db, sql`users u`, sql`u.id`, sql`u.id = any(${ids}::uuid[])`);

async function rowsOf(db: Db, from: RawBuilder<unknown>, order: RawBuilder<unknown>, condition = sql`true`): Promise<InvitedRow[]> {
  const { rows } = await sql<InvitedRow>`
    select u.id, u.display_name, u.public_handle, u.email, u.status, u.created_at, u.invited_by, coalesce(a.balance, 0) as balance, r.state,
      (select count(*) from users i where i.invited_by = u.id) as invitees
    from ${from}
    left join lateral (select balance from accounts where kind = 'balance' and owner = u.id limit 1) a on true
    left join invite_rewards r on r.invitee_id = u.id
    where ${condition} order by ${order}`.execute(db);
  return rows;
}
