import type { Db } from '#server/platform/db/pool.ts';

/** Records that a proof was used; returns false if it was used before. */
export async function insertProof(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('sign_in_proofs_taken')
    .values({ hash, expires_at: expiresAt })
    .onConflict((oc) => oc.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes proofs that expired before a moment; returns how many. */
export async function deleteProofs(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sign_in_proofs_taken').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the id of the user with this mailbox: by the exact address, else by another spelling of the same mailbox. */
export async function findIdByMailbox(db: Db, email: string, identity: string): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('email', '=', email), eb('email_identity', '=', identity)]))
    .orderBy((eb) => eb('email', '=', email), 'desc')
    .limit(1)
    .executeTakeFirst();
  return user?.id ?? null;
}

/** Marks a user's address as confirmed. */
export const confirmAddress = (db: Db, userId: string, at: Date) =>
  db.updateTable('users').set({ email_verified_at: at }).where('id', '=', userId).returningAll().executeTakeFirstOrThrow();
