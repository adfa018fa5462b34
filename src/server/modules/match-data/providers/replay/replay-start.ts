import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Returns when the first match of a replay kicks off: `leadMinutes` after the replay's first start, and the same after every restart.
 * Another competition, day or speed is another replay with its own start.
 */
export async function findReplayStart(db: Db, replay: string, now: Date, leadMinutes: number): Promise<Date> {
  const fresh = JSON.stringify({ replay, startAt: new Date(now.getTime() + leadMinutes * 60_000).toISOString() });
  const { rows } = await sql<{ start_at: string }>`
    insert into feed_progress as f (feed, progress, saved_at) values ('replay', ${fresh}::jsonb, ${now})
    on conflict (feed) do update set
      progress = case when f.progress ->> 'replay' = excluded.progress ->> 'replay' then f.progress else excluded.progress end,
      saved_at = excluded.saved_at
    returning progress ->> 'startAt' as start_at`.execute(db);
  return new Date(rows[0]!.start_at);
}
