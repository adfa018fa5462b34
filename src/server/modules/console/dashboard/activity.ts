import { sql } from 'kysely';
import { RETENTION_DAYS } from '#domain/identity/retention.ts';
import { DAY_MS, utcDay } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Db, transact } from '#server/platform/db/pool.ts';
import type { Sighting } from '#server/platform/http/activity.ts';

/** Same retention as the IP addresses of requests (docs/rules.md#retention). A day is counted long before. */
const RETENTION_MS = RETENTION_DAYS.activity * DAY_MS;
/** Maximum array length of one statement. */
const SIGHTINGS_AT_ONCE = 5_000;
const PURGED_AT_ONCE = 5_000;

/**
 * Writes the activity recorded in memory since the last call and returns the number of entries. Entries that cannot be written are kept.
 */
export async function writeActivity(deps: Pick<Deps, 'db' | 'activity'>): Promise<number> {
  const sightings = deps.activity.take();
  for (let first = 0; first < sightings.length; first += SIGHTINGS_AT_ONCE) {
    const some = sightings.slice(first, first + SIGHTINGS_AT_ONCE);
    try {
      await transact(deps.db, (db) => upsertSightings(db, some));
    } catch (error) {
      deps.activity.giveBack(sightings.slice(first));
      throw error;
    }
  }
  return sightings.length;
}

/** Deletes activity older than 90 days and that of erased users. Returns the number of deleted rows. */
export async function purgeActivity({ db, now }: Pick<Deps, 'db' | 'now'>, atOnce = PURGED_AT_ONCE): Promise<number> {
  const before = utcDay(now().getTime() - RETENTION_MS);
  let rows = await deleteActiveOfErased(db);
  for (;;) {
    const some = await deleteActiveBefore(db, before, atOnce);
    rows += some;
    if (some < atOnce) return rows;
  }
}

/** Writes who was seen when, in key order because several processes do so at once. Omits users who were erased or never existed. */
async function upsertSightings(db: Db, sightings: readonly Sighting[]): Promise<void> {
  await sql`
    insert into active_days as a (day, user_id, first_at, last_at)
    select (s.at at time zone 'UTC')::date, u.id, min(s.at), max(s.at)
    from unnest(${sightings.map(({ userId }) => userId)}::uuid[], ${sightings.map(({ at }) => at)}::timestamptz[]) as s (user_id, at)
    join users u on u.id = s.user_id and u.status <> 'deleted'
    group by 1, 2 order by 1, 2
    on conflict (day, user_id) do update set first_at = least(a.first_at, excluded.first_at), last_at = greatest(a.last_at, excluded.last_at)
    where excluded.first_at < a.first_at or excluded.last_at > a.last_at`.execute(db);
}

/** Deletes up to `limit` activity rows before a UTC day. Returns the number of deleted rows. */
async function deleteActiveBefore(db: Db, day: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from active_days where (day, user_id) in (select day, user_id from active_days where day < ${day}::date limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Deletes activity of users who were erased while a request of theirs was still being recorded. Returns the number of deleted rows. */
async function deleteActiveOfErased(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from active_days a using users u where u.status = 'deleted' and a.user_id = u.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
