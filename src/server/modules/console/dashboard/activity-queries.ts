import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Sighting } from '#server/platform/http/activity.ts';

/** Writes down who was seen when, in the order of the key, as several processes do so at once; those who are erased, or never were, are left out. */
export async function upsertSightings(db: Db, sightings: readonly Sighting[]): Promise<void> {
  await sql`
    insert into active_days as a (day, user_id, first_at, last_at)
    select (s.at at time zone 'UTC')::date, u.id, min(s.at), max(s.at)
    from unnest(${sightings.map(({ userId }) => userId)}::uuid[], ${sightings.map(({ at }) => at)}::timestamptz[]) as s (user_id, at)
    join users u on u.id = s.user_id and u.status <> 'deleted'
    group by 1, 2 order by 1, 2
    on conflict (day, user_id) do update set first_at = least(a.first_at, excluded.first_at), last_at = greatest(a.last_at, excluded.last_at)
    where excluded.first_at < a.first_at or excluded.last_at > a.last_at`.execute(db);
}

/** Forgets who was active before a UTC day that was counted for good, at most so many rows; returns how many it were. */
export async function deleteActiveBefore(db: Db, day: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from active_days where (day, user_id) in (select day, user_id from active_days where day < ${day}::date limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Forgets those who were erased while a request of theirs was still being written down; returns how many rows it were. */
export async function deleteActiveOfErased(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from active_days a using users u where u.status = 'deleted' and a.user_id = u.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
