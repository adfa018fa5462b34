import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Withdrawals } from '#server/db/schema.ts';

/** A request as it is kept; its wallet and contact are null once its owner's account was erased. */
export type WithdrawalRow = Selectable<Withdrawals>;

/** A request, locked: who decides about it meanwhile waits. Undefined where there is none. */
export const lockWithdrawal = (db: Db, id: string): Promise<WithdrawalRow | undefined> =>
  db.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Writes what became of a request, and returns it. Fails by a constraint where another one has the transaction. */
export const updateWithdrawal = (db: Db, id: string, change: Updateable<Withdrawals>): Promise<WithdrawalRow> =>
  db.updateTable('withdrawals').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const insertWithdrawal = (db: Db, row: Insertable<Withdrawals>): Promise<WithdrawalRow> =>
  db.insertInto('withdrawals').values(row).returningAll().executeTakeFirstOrThrow();

/** What of a request's owner decides whether it can be paid, and where they are told. */
export const findOwner = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'status', 'locale', 'email', 'email_verified_at', 'phone', 'phone_verified_at', 'redeem_held_until'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
