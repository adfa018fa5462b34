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

/** What nobody has decided yet, what was told last first; each with the match that it is about, where that is known. */
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

/** How many there are, counted to `max` and no further. */
export async function countUndecided(db: Db, filter: QuarantineFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(undecided(db, filter).select('q.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The feeds and kinds of all that nobody has decided yet, by name. */
export async function findFacets(db: Db): Promise<{ feeds: string[]; kinds: string[] }> {
  const { rows } = await sql<{ feeds: string[] | null; kinds: string[] | null }>`
    select array_agg(distinct feed order by feed) as feeds, array_agg(distinct kind order by kind) as kinds
    from quarantine where decision is null`.execute(db);
  return { feeds: rows[0]?.feeds ?? [], kinds: rows[0]?.kinds ?? [] };
}

/** A row, locked: it is decided once. Undefined where there is none. */
export const lockRow = (db: Db, id: number) => db.selectFrom('quarantine').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function decideRow(db: Db, id: number, decision: 'accepted' | 'dropped', at: Date): Promise<void> {
  await db.updateTable('quarantine').set({ decision, decided_at: at }).where('id', '=', id).execute();
}

/** The match that a row is about, where it is known. */
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
