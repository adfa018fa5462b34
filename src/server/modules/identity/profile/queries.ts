import type { Updateable } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Users } from '#server/platform/db/schema.ts';

/** Updates the given columns. Fails with a unique violation if a handle, wallet or number belongs to another user. */
export const updateUser = (db: Db, userId: string, changes: Updateable<Users>) =>
  db.updateTable('users').set(changes).where('id', '=', userId).returningAll().executeTakeFirstOrThrow();

/** Sets the wallet of a user who never had one, as in use since a moment. */
export async function setFirstWallet(db: Db, userId: string, wallet: string, since: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ wallet_address: wallet, wallet_changed_at: since })
    .where('id', '=', userId)
    .where('wallet_changed_at', 'is', null)
    .execute();
}

/** Returns whether another user has confirmed this number. */
export async function isPhoneTaken(db: Db, phone: string, exceptUserId: string): Promise<boolean> {
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('phone_verified_at', 'is not', null)
    .where('id', '!=', exceptUserId)
    .executeTakeFirst();
  return taken !== undefined;
}

/** Locks and returns the holder of a wallet, other than one user; undefined if there is none. */
export const lockWalletHolder = (db: Db, wallet: string, exceptUserId: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('wallet_address', '=', wallet)
    .where('id', '!=', exceptUserId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Returns which of these users were paid a withdrawal at a wallet. */
export async function findPaidTo(db: Db, wallet: string, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('wallet_address', '=', wallet)
    .where('status', '=', 'approved')
    .where('tx_hash', 'is not', null)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Returns when a user last entered wallets, latest first, at most `limit`. */
export async function findWalletChanges(db: Db, userId: string, since: Date, limit: number): Promise<Date[]> {
  const changes = await db
    .selectFrom('wallet_changes')
    .select('at')
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return changes.map(({ at }) => at);
}

/** Records that a user entered a wallet, and deletes records older than about a day. */
export async function insertWalletChange(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .deleteFrom('wallet_changes')
    .where('user_id', '=', userId)
    .where('at', '<', new Date(at.getTime() - 2 * 86_400_000))
    .execute();
  await db.insertInto('wallet_changes').values({ user_id: userId, at }).execute();
}
