import { sql } from 'kysely';
import { type Refusal, writeQuarantine } from '#server/modules/match-data/import/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Log } from '#server/platform/observability/log.ts';
import type { Price } from './prices.ts';

/** A feed's access to the database; everything else goes through the importer. `P` is its progress. */
export interface FeedStore<P> {
  load: () => Promise<P>;
  save: (progress: P) => Promise<void>;
  /** Quarantines what could not be read. */
  refuse: (refusals: Refusal[]) => Promise<void>;
  /** Returns those of these matches whose kick-off has passed. */
  overdue: (ids: readonly string[]) => Promise<{ id: string; kickoffMs: number }[]>;
  /** Returns the stored prices of these matches. */
  heldPrices: (ids: string[]) => Promise<Map<string, Price[]>>;
}

export interface StoreDeps {
  db: Db;
  now: () => Date;
  log: Pick<Log, 'warn'>;
}

/** Creates the store of the feed with this name; `read` parses the stored progress, whatever it contains. */
export function createStore<P>(feed: string, read: (kept: unknown) => P, { db, now, log }: StoreDeps): FeedStore<P> {
  return {
    async load() {
      return read(await findProgress(db, feed));
    },
    async save(progress) {
      await sql`
        insert into feed_progress (feed, progress, saved_at) values (${feed}, ${JSON.stringify(progress)}::jsonb, ${now()})
        on conflict (feed) do update set (progress, saved_at) = (excluded.progress, excluded.saved_at)`.execute(db);
    },
    async refuse(refusals) {
      const fresh = await writeQuarantine(db, feed, refusals, now());
      for (const refusal of fresh) log.warn({ feed, ...refusal }, 'could not read data from a feed');
    },
    async overdue(ids) {
      const { rows } = await sql<{ id: string; kickoff_at: Date }>`
        select f.feed_id as id, m.kickoff_at from feed_ids f join matches m on m.id = f.id
        where f.feed = ${feed} and f.kind = 'match' and f.feed_id = any(${ids}::text[]) and m.kickoff_at < ${now()}`.execute(db);
      return rows.map(({ id, kickoff_at }) => ({ id, kickoffMs: kickoff_at.getTime() }));
    },
    async heldPrices(ids) {
      const { rows } = await sql<Price & { id: string }>`
        select f.feed_id as id, o.bookmaker, o.market, o.home, o.draw, o.away, o.suspended from feed_ids f join odds o on o.match_id = f.id
        where f.feed = ${feed} and f.kind = 'match' and f.feed_id = any(${ids}::text[]) order by o.bookmaker`.execute(db);
      const held = new Map(ids.map((id): [string, Price[]] => [id, []]));
      for (const { id, ...price } of rows) held.get(id)!.push(price);
      return held;
    },
  };
}

/** Returns the stored progress of a feed; undefined if it never ran. */
export async function findProgress(db: Db, feed: string): Promise<unknown> {
  const { rows } = await sql<{ progress: unknown }>`select progress from feed_progress where feed = ${feed}`.execute(db);
  return rows[0]?.progress;
}
