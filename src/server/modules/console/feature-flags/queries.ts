import { sql } from 'kysely';
import type { Switch } from '#contract/feature-flags.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Returns the feature flags that were ever changed, each with the admin who changed it last. */
export const findSwitches = (db: Db) =>
  db
    .selectFrom('switches as s')
    .innerJoin('admins as a', 'a.id', 's.changed_by')
    .select(['s.name', 's.is_on', 's.changed_by', 's.changed_at', 'a.email'])
    .execute();

/** Sets a feature flag and returns whether that changed it. Concurrent changes of the same flag wait for this transaction. */
export async function turnSwitch(db: Db, name: Switch, isOn: boolean, adminId: string, at: Date): Promise<boolean> {
  // A flag without a row is on, so storing that would not be a change.
  await sql`
    insert into switches (name, is_on, changed_by, changed_at) select ${name}, true, ${adminId}, ${at} where not ${isOn}::boolean
    on conflict (name) do nothing`.execute(db);
  const { numUpdatedRows } = await db
    .updateTable('switches')
    .set({ is_on: isOn, changed_by: adminId, changed_at: at })
    .where('name', '=', name)
    .where('is_on', '<>', isOn)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns the latest notice with the admin who set it; undefined before the first. */
export const findLastNotice = (db: Db) =>
  db
    .selectFrom('notices as n')
    .innerJoin('admins as a', 'a.id', 'n.changed_by')
    .selectAll('n')
    .select('a.email')
    .orderBy('n.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface NewNotice {
  tone: string;
  en: string;
  zh_cn: string;
  vi: string;
  shown_until: Date | null;
}

/** Inserts a notice that replaces the last one. The next change waits for this transaction, so that each change knows what it replaced. */
export async function insertNotice(db: Db, notice: NewNotice, adminId: string, at: Date): Promise<void> {
  await db
    .insertInto('notices')
    .values({ ...notice, changed_by: adminId, changed_at: at })
    .execute();
}

export async function lockNotices(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('matchpoint notice'))`.execute(db);
}
