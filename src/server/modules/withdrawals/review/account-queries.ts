import { sql } from 'kysely';
import type { WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { OwnerStanding } from './review-row.ts';

/** A user as the reviewer of a withdrawal sees them. */
export interface AccountRow {
  created_at: Date;
  registration_country: string | null;
  country: string | null;
  last_login_at: Date | null;
  wallet_address: string | null;
  wallet_changed_at: Date | null;
  totp_enabled_at: Date | null;
  password_changed_at: Date | null;
  redeem_held_until: Date | null;
  deletion_due_at: Date | null;
  balance: number;
  held: number;
  played: number;
  hits: number;
  net_won: number;
  notes: number;
}

export async function findAccount(db: Db, userId: string): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`
    select u.created_at, u.registration_country, u.country, u.last_login_at, u.wallet_address, u.wallet_changed_at, u.totp_enabled_at,
      u.password_changed_at, u.redeem_held_until, u.deletion_due_at, balance.balance, held.balance as held, s.played, s.hits, s.net_won,
      (select count(*) from user_notes where user_id = u.id) as notes
    from users u
    join accounts balance on balance.kind = 'balance' and balance.owner = u.id
    join accounts held on held.kind = 'held' and held.owner = u.id
    join user_stats s on s.user_id = u.id
    where u.id = ${userId}`.execute(db);
  return rows[0]!;
}

/** Returns past wallets of a user, without the present one. */
export async function findPastWallets(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('past_wallets as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.wallet_address')
    .where('p.user_id', '=', userId)
    .whereRef('p.wallet_address', 'is distinct from', 'u.wallet_address')
    .orderBy('p.wallet_address')
    .limit(limit)
    .execute();
  return rows.map(({ wallet_address }) => wallet_address);
}

/** Returns a user's withdrawals, latest first, with the owner's standing; omits the given one, if any. */
export const findWithdrawalsOf = (
  db: Db,
  userId: string,
  { butId, limit, offset = 0 }: { butId?: string; limit: number; offset?: number },
): Promise<(WithdrawalRow & OwnerStanding)[]> =>
  db
    .selectFrom('withdrawals as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .selectAll('w')
    .select(['u.status as user_status', 'u.redeem_held_until'])
    .where('w.user_id', '=', userId)
    .$if(butId !== undefined, (query) => query.where('w.id', '<>', butId!))
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Counts a user's other approved withdrawals and sums up their points. */
export async function sumApproved(db: Db, userId: string, butId: string): Promise<{ count: number; points: number }> {
  const { rows } = await sql<{ count: number; points: number }>`
    select count(*) as count, coalesce(sum(points), 0)::bigint as points from withdrawals
    where user_id = ${userId} and status = 'approved' and id <> ${butId}`.execute(db);
  return rows[0]!;
}

/** Returns the next undecided withdrawal after this one by time of request; null if there is none. */
export async function findNextPending(db: Db, { id }: { id: string }): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals
    where status = 'pending' and (created_at, id) > (select w.created_at, w.id from withdrawals w where w.id = ${id})
    order by created_at, id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
