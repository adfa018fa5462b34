import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

export { type Refusal, writeQuarantine } from './quarantine.ts';

export type IdKind = 'league' | 'team' | 'match';

/** Locks imports: two at once would both create the same new team. */
export async function lockImport(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('matchpoint import'))`.execute(db);
}

/** Returns our ids for a feed's ids, for those it has sent before. */
export async function findIds(db: Db, feed: string, kind: IdKind, feedIds: string[]): Promise<Map<string, number>> {
  if (feedIds.length === 0) return new Map();
  const { rows } = await sql<{ feed_id: string; id: number }>`
    select wanted.feed_id, known.id from unnest(${feedIds}::text[]) as wanted (feed_id)
    -- One look into the index for each, whatever the planner believes of a table that has just grown.
    cross join lateral (select id from feed_ids where feed = ${feed} and kind = ${kind} and feed_id = wanted.feed_id limit 1) known`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.feed_id, row.id]));
}

/** Returns the feed's ids of its unfinished matches. */
export async function findUnfinished(db: Db, feed: string): Promise<string[]> {
  const { rows } = await sql<{ feed_id: string }>`
    select f.feed_id from feed_ids f join matches m on m.id = f.id
    where f.feed = ${feed} and f.kind = 'match' and m.status not in ('ft', 'aet', 'pen', 'abd', 'canc', 'awd', 'wo')`.execute(db);
  return rows.map((row) => row.feed_id);
}

/** Updates the planner's statistics: a big import is faster than autovacuum. */
export async function analyzeImported(db: Db): Promise<void> {
  await sql`analyze feed_ids, matches, odds`.execute(db);
}

/** Reserves ids for rows before they are inserted. */
export async function reserveIds(db: Db, table: 'leagues' | 'teams' | 'matches', count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval((select pg_get_serial_sequence(${table}, 'id'))::regclass)::integer as id from generate_series(1, ${count}::integer)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

export async function insertIds(db: Db, feed: string, kind: IdKind, ids: [feedId: string, id: number][]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into feed_ids (feed, kind, feed_id, id)
    select ${feed}, ${kind}, feed_id, id from unnest(${ids.map(([feedId]) => feedId)}::text[], ${ids.map(([, id]) => id)}::integer[]) as t (feed_id, id)`.execute(
    db,
  );
}
