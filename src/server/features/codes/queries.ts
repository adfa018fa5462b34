import type { Insertable } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Codes } from '#server/db/schema.ts';

/** Ends what is in force for one purpose, as a new code takes its place. */
export async function replaceCodes(db: Db, purpose: string, subjects: readonly Buffer[], at: Date): Promise<void> {
  await db
    .updateTable('codes')
    .set({ ended_at: at, ended_because: 'replaced' })
    .where('purpose', '=', purpose)
    .where('subject', 'in', subjects)
    .where('ended_at', 'is', null)
    .execute();
}

/** Writes a code. One that was issued in the same moment, after the old ones were ended, is overwritten: the last one counts. */
export async function insertCode(db: Db, code: Insertable<Codes>): Promise<void> {
  await db
    .insertInto('codes')
    .values(code)
    .onConflict((oc) =>
      oc
        .columns(['purpose', 'subject'])
        .where('ended_at', 'is', null)
        .doUpdateSet({ id: code.id, code_hash: code.code_hash, created_at: code.created_at, expires_at: code.expires_at, tries: 0 }),
    )
    .execute();
}

/** The code that somebody may mean: the one in force or, to say why there is none, the last one that was. */
export const lockLatestCode = (db: Db, purpose: string, subjects: readonly Buffer[]) =>
  db
    .selectFrom('codes')
    .select(['id', 'code_hash', 'tries', 'expires_at', 'ended_at', 'ended_because'])
    .where('purpose', '=', purpose)
    .where('subject', 'in', subjects)
    .where((eb) => eb.or([eb('ended_because', 'is', null), eb('ended_because', '!=', 'replaced')]))
    .orderBy((eb) => eb('ended_at', 'is', null), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

export async function countTry(db: Db, id: string): Promise<void> {
  await db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function endCode(db: Db, id: string, because: 'used' | 'tries', at: Date): Promise<void> {
  await db.updateTable('codes').set({ ended_at: at, ended_because: because }).where('id', '=', id).execute();
}

export async function revokeCodes(db: Db, subjects: readonly Buffer[], at: Date): Promise<void> {
  await db
    .updateTable('codes')
    .set({ ended_at: at, ended_because: 'revoked' })
    .where('subject', 'in', subjects)
    .where('ended_at', 'is', null)
    .execute();
}

/** Removes codes that were issued before a moment; returns how many. */
export async function deleteCodes(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('codes').where('created_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
