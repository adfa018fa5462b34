import type { Deps } from '#server/deps.ts';
import { type Db, transact } from '#server/platform/db/pool.ts';

/**
 * Compares the settings that affect points with those of the last start. A change is stored and logged once, with both values, by
 * the first process that sees it. A new setting is stored without a log entry; a removed one stays stored unchanged.
 */
export async function noteSettings(deps: Deps): Promise<void> {
  const present = new Map(Object.entries(deps.config.limits).map(([name, value]) => [name, String(value)]));
  const changes = await transact(deps.db, async (db) => {
    await insertUnknown(db, present, deps.now());
    const known = await lockKnown(db, [...present.keys()]);
    const changed = known.filter(({ name, value }) => present.get(name) !== value);
    for (const { name } of changed) await updateKnown(db, name, present.get(name)!, deps.now());
    return changed.map(({ name, value }) => ({ setting: name, from: value, to: present.get(name)! }));
  });
  for (const change of changes) deps.log.warn(change, 'a setting that affects points has changed');
}

/** Inserts the settings that are not stored yet. */
async function insertUnknown(db: Db, settings: ReadonlyMap<string, string>, at: Date): Promise<void> {
  await db
    .insertInto('known_settings')
    .values([...settings].sort().map(([name, value]) => ({ name, value, known_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the stored settings, locked in the order of their names: another process that starts now waits, and then sees the stored changes. */
const lockKnown = (db: Db, names: readonly string[]) =>
  db.selectFrom('known_settings').select(['name', 'value']).where('name', 'in', names).orderBy('name').forUpdate().execute();

async function updateKnown(db: Db, name: string, value: string, at: Date): Promise<void> {
  await db.updateTable('known_settings').set({ value, known_at: at }).where('name', '=', name).execute();
}
