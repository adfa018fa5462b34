import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { logRefusals, type Refusal, writeQuarantine } from '#server/feeds/quarantine.ts';
import type { Log } from '#server/log.ts';
import type { Price } from './odds-to-updates.ts';
import { type Progress, readProgress } from './progress.ts';

export const FEED_NAME = 'api-football';

/** What the feed keeps and asks of the database; everything else goes through the importer. */
export interface FeedStore {
  load: () => Promise<Progress>;
  save: (progress: Progress) => Promise<void>;
  /** Keeps what could not be read for a person to look at. */
  refuse: (refusals: Refusal[]) => Promise<void>;
  /** Those of these matches whose kick-off has passed. */
  overdue: (ids: readonly string[]) => Promise<{ id: string; kickoffMs: number }[]>;
  /** The prices that we hold of these matches. */
  heldPrices: (ids: string[]) => Promise<Map<string, Price[]>>;
}

export function createFeedStore({ db, now, log }: { db: Db; now: () => Date; log: Pick<Log, 'warn'> }): FeedStore {
  return {
    load: () => loadProgress(db),
    async save(progress) {
      await sql`
        insert into feed_progress (feed, progress, saved_at) values (${FEED_NAME}, ${JSON.stringify(progress)}::jsonb, ${now()})
        on conflict (feed) do update set (progress, saved_at) = (excluded.progress, excluded.saved_at)`.execute(db);
    },
    async refuse(refusals) {
      const fresh = await writeQuarantine(db, FEED_NAME, refusals, now());
      logRefusals(log, FEED_NAME, fresh, 'could not read what a feed told');
    },
    async overdue(ids) {
      const { rows } = await sql<{ id: string; kickoff_at: Date }>`
        select f.feed_id as id, m.kickoff_at from feed_ids f join matches m on m.id = f.id
        where f.feed = ${FEED_NAME} and f.kind = 'match' and f.feed_id = any(${ids}::text[]) and m.kickoff_at < ${now()}`.execute(db);
      return rows.map(({ id, kickoff_at }) => ({ id, kickoffMs: kickoff_at.getTime() }));
    },
    async heldPrices(ids) {
      const { rows } = await sql<Price & { id: string }>`
        select f.feed_id as id, o.bookmaker, o.market, o.home, o.draw, o.away, o.suspended from feed_ids f join odds o on o.match_id = f.id
        where f.feed = ${FEED_NAME} and f.kind = 'match' and f.feed_id = any(${ids}::text[]) order by o.bookmaker`.execute(db);
      const held = new Map(ids.map((id): [string, Price[]] => [id, []]));
      for (const { id, ...price } of rows) held.get(id)!.push(price);
      return held;
    },
  };
}

/** What the feed remembers; a new beginning where it never ran. */
export async function loadProgress(db: Db): Promise<Progress> {
  const { rows } = await sql<{ progress: unknown }>`select progress from feed_progress where feed = ${FEED_NAME}`.execute(db);
  return readProgress(rows[0]?.progress);
}
