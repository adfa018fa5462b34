import type { Db } from '#server/platform/db/pool.ts';

/** Whom a user ignores, the last one first. */
export async function findIgnored(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_ignored as i')
    .innerJoin('users as u', 'u.id', 'i.ignored_id')
    .select('u.public_handle')
    .where('i.user_id', '=', userId)
    .orderBy('i.created_at', 'desc')
    .orderBy('u.public_handle')
    .execute();
  return rows.map(({ public_handle }) => public_handle);
}

/** The user who goes by a handle; undefined where nobody does. */
export const findByHandle = (db: Db, handle: string) =>
  db.selectFrom('users').select('id').where('public_handle', '=', handle).where('status', '<>', 'deleted').executeTakeFirst();

/** Ignores somebody. Once is as good as twice. */
export async function insertIgnored(db: Db, row: { user_id: string; ignored_id: string; created_at: Date }): Promise<void> {
  await db
    .insertInto('chat_ignored')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'ignored_id']).doNothing())
    .execute();
}

/** Keeps the latest `kept`. */
export async function deleteOldest(db: Db, userId: string, kept: number): Promise<void> {
  const mine = db.selectFrom('chat_ignored').select('ignored_id').where('user_id', '=', userId);
  const tooOld = mine.orderBy('created_at', 'desc').orderBy('ignored_id', 'desc').offset(kept);
  await db.deleteFrom('chat_ignored').where('user_id', '=', userId).where('ignored_id', 'in', tooOld).execute();
}

export async function deleteIgnored(db: Db, userId: string, ignoredId: string): Promise<void> {
  await db.deleteFrom('chat_ignored').where('user_id', '=', userId).where('ignored_id', '=', ignoredId).execute();
}
