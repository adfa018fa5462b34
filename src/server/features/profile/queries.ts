import type { Updateable } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Users } from '#server/db/schema.ts';

/** Changes what is given. Fails by a constraint where a handle, wallet or number is somebody else's. */
export const updateUser = (db: Db, userId: string, changes: Updateable<Users>) =>
  db.updateTable('users').set(changes).where('id', '=', userId).returningAll().executeTakeFirstOrThrow();

/** Gives a user who never had a wallet one that was theirs since a moment. */
export async function setFirstWallet(db: Db, userId: string, wallet: string, since: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ wallet_address: wallet, wallet_changed_at: since })
    .where('id', '=', userId)
    .where('wallet_changed_at', 'is', null)
    .execute();
}

/** Whether another user has proved that a number is theirs. */
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
