import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { WithdrawalStatus } from '#domain/withdrawals/withdrawal.ts';
import type { LateWin } from '#domain/withdrawals/withdrawal-request.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Withdrawals } from '#server/platform/db/schema.ts';

/** A stored request; wallet and contact are null once its owner's account was erased. */
export type WithdrawalRow = Selectable<Withdrawals>;

/** Locks and returns a request, so that other decisions wait and its history can be extended. Undefined if there is none. */
export const lockWithdrawal = (db: Db, id: string): Promise<WithdrawalRow | undefined> =>
  db.selectFrom('withdrawals').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Updates a request and returns it. */
export const updateWithdrawal = (db: Db, id: string, change: Updateable<Withdrawals>): Promise<WithdrawalRow> =>
  db.updateTable('withdrawals').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const insertWithdrawal = (db: Db, row: Insertable<Withdrawals>): Promise<WithdrawalRow> =>
  db.insertInto('withdrawals').values(row).returningAll().executeTakeFirstOrThrow();

/** Returns what determines whether a request's owner can be paid and how the owner is notified. */
export const findOwner = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'status', 'locale', 'email', 'email_verified_at', 'phone', 'phone_verified_at', 'redeem_held_until'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** Returns whether a request's owner may be paid, with a share lock: it blocks changes of the owner but not other readers of the same. */
export const shareOwner = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['status', 'redeem_held_until', 'email', 'email_verified_at'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow();

/** Returns the points that a user requested since two times, without rejected requests. */
export async function findUsed(
  db: Db,
  userId: string,
  { day, days30 }: { day: Date; days30: Date },
): Promise<{ day: number; days30: number }> {
  const { rows } = await sql<{ day: number; days30: number }>`
    select coalesce(sum(points) filter (where created_at >= ${day}), 0)::bigint as day, coalesce(sum(points), 0)::bigint as days30
    from withdrawals where user_id = ${userId} and created_at > ${days30} and status <> 'rejected'`.execute(db);
  return rows[0]!;
}

export const findPending = (db: Db, userId: string): Promise<WithdrawalRow | undefined> =>
  db.selectFrom('withdrawals').selectAll().where('user_id', '=', userId).where('status', '=', 'pending').executeTakeFirst();

/** Returns a page of a user's requests, latest first. */
export const findWithdrawals = (
  db: Db,
  { userId, status }: { userId: string; status: WithdrawalStatus | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<WithdrawalRow[]> =>
  db
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countWithdrawals(db: Db, userId: string, status: WithdrawalStatus | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('withdrawals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns bets of a user paid after a time: what was paid then, and the whole gain beyond the stakes that counted. */
export async function findLateWins(db: Db, userId: string, after: Date): Promise<LateWin[]> {
  const { rows } = await sql<{ paid: number; won: number; paid_at: Date }>`
    select p.paid, b.payout + b.refund - b.stake as won, p.paid_at
    from (
      select bet_id, sum(amount)::bigint as paid, max(created_at) as paid_at from transfers
      where to_kind = 'balance' and to_owner = ${userId} and created_at > ${after}
        and source in ('bet_payout', 'contest_reward', 'bet_payout_adjust')
      group by bet_id
    ) p join bets b on b.id = p.bet_id`.execute(db);
  return rows.map(({ paid, won, paid_at }) => ({ paid, won, paidAt: paid_at }));
}

/** Locks and returns the undecided requests of these users, in the order of their ids. */
export const lockPendingOf = (db: Db, userIds: readonly string[]): Promise<WithdrawalRow[]> =>
  db
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
