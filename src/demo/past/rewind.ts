import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Returns which of these matches of the feed may be told from their beginning: those that are unknown, or known by their result alone. Takes
 * back what is known of the latter, in the caller's transaction, which then tells it again as it came: nobody else sees them without it.
 */
export async function rewind(db: Db, feedIds: readonly string[], at: Date): Promise<Set<string>> {
  const { rows } = await sql<{ feed_id: string; id: number; is_free: boolean }>`
    select f.feed_id, m.id,
      m.status not in ('ns', 'tbd') and not exists (select from contests c where c.match_id = m.id)
        and not exists (select from forecasts o where o.match_id = m.id) and not exists (select from user_forecasts u where u.match_id = m.id) as is_free
    from feed_ids f join matches m on m.id = f.id where f.feed = 'demo' and f.kind = 'match' and f.feed_id = any(${feedIds}::text[])
    order by m.id for update of m`.execute(db);
  const free = rows.filter(({ is_free: isFree }) => isFree).map(({ id }) => id);
  await sql`delete from odds where match_id = any(${free}::integer[])`.execute(db);
  await sql`delete from odds_movements where match_id = any(${free}::integer[])`.execute(db);
  await sql`
    update matches set status = 'ns', minute = null, stoppage = null, period = null, home_score = null, away_score = null, halftime = null,
      fulltime = null, extratime = null, penalty = null, parts = null, awarded_to = null, seen_at = null, started_at = null,
      fulltime_since = null, status_since = ${at}, confirmed_at = ${at}
    where id = any(${free}::integer[])`.execute(db);
  const busy = new Set(rows.filter(({ is_free: isFree }) => !isFree).map(({ feed_id: id }) => id));
  return new Set(feedIds.filter((id) => !busy.has(id)));
}

/**
 * Forgets the steps between for readers with a spoiler shield, who see matches as they were some minutes ago: these were days ago, and were
 * shown with their result all the time.
 */
export async function forgetSteps(db: Db, matchIds: readonly number[]): Promise<void> {
  await sql`delete from shield.past where match_id = any(${matchIds}::integer[])`.execute(db);
}

/** Returns our ids of matches by the feed's. */
export async function findMatchIds(db: Db, feedIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ feed_id: string; id: number }>`
    select feed_id, id from feed_ids where feed = 'demo' and kind = 'match' and feed_id = any(${feedIds}::text[])`.execute(db);
  return new Map(rows.map(({ feed_id: feedId, id }) => [feedId, id]));
}

/** Returns the begin of the last part of the past that is made, in milliseconds; null if none is. */
export async function findProgress(db: Db): Promise<number | null> {
  const { rows } = await sql<{ begin_ms: number | null }>`
    select (progress ->> 'pastMadeMs')::bigint as begin_ms from feed_progress where feed = 'demo'`.execute(db);
  return rows[0]?.begin_ms ?? null;
}

export async function saveProgress(db: Db, beginMs: number): Promise<void> {
  await sql`update feed_progress set progress = jsonb_set(progress, '{pastMadeMs}', to_jsonb(${beginMs}::bigint)) where feed = 'demo'`.execute(
    db,
  );
}

/** Returns the matches that were played to their end and began before a time: those that had been learned by then. */
export async function findPlayedBefore(db: Db, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from matches where kickoff_at < ${before} and status in ('ft', 'aet', 'pen')`.execute(db);
  return rows.map(({ id }) => id);
}
