import type { Db } from '#server/db/pool.ts';

/** Notes that a proof was taken; false where it was before. */
export async function insertProof(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('sign_in_proofs_taken')
    .values({ hash, expires_at: expiresAt })
    .onConflict((oc) => oc.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Forgets proofs that expired before a moment; returns how many. */
export async function deleteProofs(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sign_in_proofs_taken').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whose mailbox it is: by the address as it is written, else by another spelling of the same. */
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

export async function hasLiveSession(db: Db, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return session !== undefined;
}

/**
 * Confirms a user's address, and takes away every way in, and every contact, that was set before anybody had proven it: they may be those of
 * somebody who registered with an address that is not theirs.
 */
export async function confirmAndDisarm(db: Db, userId: string, at: Date) {
  for (const table of ['linked_accounts', 'recovery_codes', 'telegram_bind_tokens'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
  return db
    .updateTable('users')
    .set({
      ...{ email_verified_at: at, password_hash: null, password_changed_at: at },
      ...{ totp_secret: null, totp_enabled_at: null, totp_step: null, totp_next_secret: null },
      ...{ phone: null, phone_verified_at: null, wallet_address: null, wallet_changed_at: at },
    })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
