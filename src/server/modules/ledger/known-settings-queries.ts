import type { Db } from '#server/platform/db/pool.ts';

/** Adds settings that were never seen. */
export async function insertUnknown(db: Db, settings: ReadonlyMap<string, string>, at: Date): Promise<void> {
  await db
    .insertInto('known_settings')
    .values([...settings].sort().map(([name, value]) => ({ name, value, known_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The settings as they were known last, locked in the order of their names: another process that starts now waits, and then sees what we wrote. */
export const lockKnown = (db: Db, names: readonly string[]) =>
  db.selectFrom('known_settings').select(['name', 'value']).where('name', 'in', names).orderBy('name').forUpdate().execute();

export async function updateKnown(db: Db, name: string, value: string, at: Date): Promise<void> {
  await db.updateTable('known_settings').set({ value, known_at: at }).where('name', '=', name).execute();
}
