import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** The tables of second factors: users' and admins' tables have the same columns for it, and each has a table of recovery codes. */
export interface Holders {
  table: 'users' | 'admins';
  codes: 'recovery_codes' | 'admin_recovery_codes';
  codeOwner: 'user_id' | 'admin_id';
}

export const USERS: Holders = { table: 'users', codes: 'recovery_codes', codeOwner: 'user_id' };
export const ADMINS: Holders = { table: 'admins', codes: 'admin_recovery_codes', codeOwner: 'admin_id' };

/**
 * Marks a code's time step as used for the factor enabled at a moment; returns false if that or a later step was used, or the factor was
 * removed.
 */
export async function takeStep(db: Db, { table }: Holders, ownerId: string, enabledAt: Date, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ totp_step: step })
    .where('id', '=', ownerId)
    .where('totp_enabled_at', '=', enabledAt)
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a recovery code as used; returns false if the owner has no unused code with this hash. */
export async function takeRecoveryCode(db: Db, { codes, codeOwner }: Holders, ownerId: string, hash: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(codes)
    .set({ used_at: at })
    .where(codeOwner, '=', ownerId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the number of the owner's unused recovery codes. */
export async function countRecoveryCodes(db: Db, { codes, codeOwner }: Holders, ownerId: string): Promise<number> {
  const { left } = await db
    .selectFrom(codes)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where(codeOwner, '=', ownerId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Replaces all recovery codes of the owner. */
export async function replaceRecoveryCodes(db: Db, holders: Holders, ownerId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(db, holders, ownerId);
  const { codes, codeOwner } = holders;
  await sql`insert into ${sql.table(codes)} (${sql.ref(codeOwner)}, code_hash) select ${ownerId}, unnest(${hashes}::bytea[])`.execute(db);
}

export async function deleteRecoveryCodes(db: Db, { codes, codeOwner }: Holders, ownerId: string): Promise<void> {
  await db.deleteFrom(codes).where(codeOwner, '=', ownerId).execute();
}

/** Stores a secret that waits for its first code, replacing an earlier one. */
export async function setNextSecret(db: Db, { table }: Holders, ownerId: string, sealed: Buffer): Promise<void> {
  await db.updateTable(table).set({ totp_next_secret: sealed }).where('id', '=', ownerId).execute();
}

/** Activates the waiting secret; marks the time step of the confirming code as used. */
export async function enableNextSecret(db: Db, { table }: Holders, ownerId: string, step: number, at: Date): Promise<void> {
  await db
    .updateTable(table)
    .set((eb) => ({ totp_secret: eb.ref('totp_next_secret'), totp_next_secret: null, totp_enabled_at: at, totp_step: step }))
    .where('id', '=', ownerId)
    .execute();
}

export async function clearSecrets(db: Db, { table }: Holders, ownerId: string): Promise<void> {
  await db
    .updateTable(table)
    .set({ totp_secret: null, totp_next_secret: null, totp_enabled_at: null, totp_step: null })
    .where('id', '=', ownerId)
    .execute();
}

export type SecretColumn = 'totp_secret' | 'totp_next_secret';

/** Returns all owners with an active or a waiting secret. */
export const findSecrets = (db: Db, { table }: Holders) =>
  db
    .selectFrom(table)
    .select(['id', 'totp_secret', 'totp_next_secret'])
    .where((eb) => eb.or([eb('totp_secret', 'is not', null), eb('totp_next_secret', 'is not', null)]))
    .execute();

/** Replaces a sealed secret by the same secret sealed again; does nothing if it has changed in the meantime. */
export async function replaceSealed(
  db: Db,
  { table }: Holders,
  ownerId: string,
  column: SecretColumn,
  sealed: Buffer,
  anew: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ [column]: anew })
    .where('id', '=', ownerId)
    .where(column, '=', sealed)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
