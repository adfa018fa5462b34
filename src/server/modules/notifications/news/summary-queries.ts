import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { BetSums } from './wording.ts';

export interface DueSummary extends BetSums {
  user_id: string;
  channel: 'notification' | 'email';
  due_at: Date;
}

/** Takes sums that are due, those for longest first: whoever rolls back leaves them. */
export async function takeSummaries(db: Db, at: Date, limit: number): Promise<DueSummary[]> {
  const { rows } = await sql<DueSummary>`
    delete from bet_summaries b using (
      select user_id, channel from bet_summaries where due_at <= ${at} order by due_at limit ${limit} for update skip locked
    ) as due
    where b.user_id = due.user_id and b.channel = due.channel
    returning b.user_id, b.channel, b.due_at, b.bets, b.won, b.refunded, b.points`.execute(db);
  return rows;
}

/** A number above those of all news so far: what is told by it takes the place of what was told before. */
export async function nextNewsId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('news', 'id')) as id`.execute(db);
  return rows[0]!.id;
}
