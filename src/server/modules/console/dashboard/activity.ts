import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/db/pool.ts';
import * as activity from './activity-queries.ts';

/** As long as the addresses that requests come from (docs/rules.md#retention). A day is counted long before. */
const KEPT_MS = 90 * DAY_MS;
/** One statement's arrays. */
const SIGHTINGS_AT_ONCE = 5_000;
const FORGOTTEN_AT_ONCE = 5_000;

/** Writes down who was noted since the last time; returns how many times somebody was. What cannot be written is kept for the next time. */
export async function writeActivity(deps: Pick<Deps, 'db' | 'activity'>): Promise<number> {
  const sightings = deps.activity.take();
  for (let first = 0; first < sightings.length; first += SIGHTINGS_AT_ONCE) {
    const some = sightings.slice(first, first + SIGHTINGS_AT_ONCE);
    try {
      await transact(deps.db, (db) => activity.upsertSightings(db, some));
    } catch (error) {
      deps.activity.giveBack(sightings.slice(first));
      throw error;
    }
  }
  return sightings.length;
}

/** Forgets who was active more than 90 days ago, and those who were erased meanwhile; returns how many rows it were. */
export async function purgeActivity({ db, now }: Pick<Deps, 'db' | 'now'>, atOnce = FORGOTTEN_AT_ONCE): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString().slice(0, 10);
  let rows = await activity.deleteActiveOfErased(db);
  for (;;) {
    const some = await activity.deleteActiveBefore(db, before, atOnce);
    rows += some;
    if (some < atOnce) return rows;
  }
}
