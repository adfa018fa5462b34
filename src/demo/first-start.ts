import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** What the names of the demo's seasons depend on (calendar.ts). */
export interface SeasonNames {
  sinceMs: number;
  mark: string;
}

/**
 * Returns when a database's demo world was first started, and stores it at the first start. A world of another speed has other seasons in
 * the same years: a mark tells them apart.
 */
export async function findSeasonNames(db: Db, speed: number, now: Date): Promise<SeasonNames> {
  const fresh = JSON.stringify({ speed, since: now.toISOString() });
  await sql`insert into feed_progress (feed, progress, saved_at) values ('demo', ${fresh}::jsonb, ${now}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ speed: number; since: string }>`
    select (progress ->> 'speed')::integer as speed, progress ->> 'since' as since from feed_progress where feed = 'demo'`.execute(db);
  const [first] = rows;
  return { sinceMs: Date.parse(first!.since), mark: first!.speed === speed ? '' : ` x${speed}` };
}
