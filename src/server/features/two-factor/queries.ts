import type { Db } from '#server/db/pool.ts';

/** Takes a code's step for the factor that was turned on at a moment; false where that or a later one was taken, or the factor has gone. */
export async function takeStep(db: Db, userId: string, enabledAt: Date, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ totp_step: step })
    .where('id', '=', userId)
    .where('totp_enabled_at', '=', enabledAt)
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a recovery code, once; false where the user has none with this hash that is left. */
export async function takeRecoveryCode(db: Db, userId: string, hash: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Puts new recovery codes in place of all that the user has. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(db, userId);
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Keeps a secret that waits for its first code, in place of one that waits already. */
export async function setNextSecret(db: Db, userId: string, sealed: Buffer): Promise<void> {
  await db.updateTable('users').set({ totp_next_secret: sealed }).where('id', '=', userId).execute();
}

/** Puts the secret that waited in force; the step of the code that confirmed it is taken. */
export async function enableNextSecret(db: Db, userId: string, step: number, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ totp_secret: eb.ref('totp_next_secret'), totp_next_secret: null, totp_enabled_at: at, totp_step: step }))
    .where('id', '=', userId)
    .execute();
}

export async function forgetSecrets(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ totp_secret: null, totp_next_secret: null, totp_enabled_at: null, totp_step: null })
    .where('id', '=', userId)
    .execute();
}

export type SecretColumn = 'totp_secret' | 'totp_next_secret';

export const findSecrets = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'totp_secret', 'totp_next_secret'])
    .where((eb) => eb.or([eb('totp_secret', 'is not', null), eb('totp_next_secret', 'is not', null)]))
    .execute();

/** Exchanges a sealed secret for itself, sealed anew; nothing where it has changed meanwhile. */
export async function replaceSealed(db: Db, userId: string, column: SecretColumn, sealed: Buffer, anew: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ [column]: anew })
    .where('id', '=', userId)
    .where(column, '=', sealed)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
