import type { Db } from '#server/db/pool.ts';

/** Whether this was the first time; the unique index tells several at once apart. */
export async function insertTaken(db: Db, signature: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('captchas_taken')
    .values({ signature, expires_at: expiresAt })
    .onConflict((oc) => oc.doNothing())
    .returning('signature')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Removes those that expired before a moment; returns how many. */
export async function deleteTaken(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('captchas_taken').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
