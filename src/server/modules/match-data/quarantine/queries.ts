import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

export interface QuarantineFilter {
  feed: string | undefined;
  kind: string | undefined;
}

const undecided = (db: Db, { feed, kind }: QuarantineFilter) =>
  db
    .selectFrom('quarantine as q')
    .where('q.decision', 'is', null)
    .$if(feed !== undefined, (query) => query.where('q.feed', '=', feed!))
    .$if(kind !== undefined, (query) => query.where('q.kind', '=', kind!));

/** Returns undecided refusals, the latest first, each with its match if known. */
export const findUndecided = (db: Db, filter: QuarantineFilter, limit: number, offset: number) =>
  undecided(db, filter)
    .leftJoin('feed_ids as f', (join) =>
      join.onRef('f.feed', '=', 'q.feed').onRef('f.feed_id', '=', 'q.feed_id').on('f.kind', '=', 'match'),
    )
    .selectAll('q')
    .select('f.id as match_id')
    .orderBy('q.last_seen_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Returns the number of undecided refusals, counted up to `max`. */
export async function countUndecided(db: Db, filter: QuarantineFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(undecided(db, filter).select('q.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the feeds and kinds of all undecided refusals, by name. */
export async function findFacets(db: Db): Promise<{ feeds: string[]; kinds: string[] }> {
  const { rows } = await sql<{ feeds: string[] | null; kinds: string[] | null }>`
    select array_agg(distinct feed order by feed) as feeds, array_agg(distinct kind order by kind) as kinds
    from quarantine where decision is null`.execute(db);
  return { feeds: rows[0]?.feeds ?? [], kinds: rows[0]?.kinds ?? [] };
}

/** Locks and returns a row, so that it is decided once; undefined if there is none. */
export const lockRow = (db: Db, id: number) => db.selectFrom('quarantine').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function decideRow(db: Db, id: number, decision: 'accepted' | 'dropped', at: Date): Promise<void> {
  await db.updateTable('quarantine').set({ decision, decided_at: at }).where('id', '=', id).execute();
}

/** Returns the id of the match that a row is about, if known. */
export async function findMatchOf(db: Db, { feed, feed_id }: { feed: string; feed_id: string }): Promise<number | undefined> {
  const row = await db
    .selectFrom('feed_ids')
    .select('id')
    .where('feed', '=', feed)
    .where('kind', '=', 'match')
    .where('feed_id', '=', feed_id)
    .executeTakeFirst();
  return row?.id;
}
