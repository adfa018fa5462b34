import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** Whether, since then, a feed told something of the course of a match in these hours that cannot be true. */
export async function hasNonsense(db: Db, since: Date, kickoffFrom: Date, kickoffUntil: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from quarantine q
      join feed_ids f on f.feed = q.feed and f.kind = 'match' and f.feed_id = q.feed_id
      join matches m on m.id = f.id
      where q.kind in ('fixture', 'status') and q.decision is null and q.last_seen_at > ${since} and m.kickoff_at between ${kickoffFrom} and ${kickoffUntil}
    ) as found`.execute(db);
  return rows[0]!.found;
}

export interface QuarantineCount {
  feed: string;
  reason: string;
  count: number;
}

/** How many things of each feed were refused since then, and why: so many reasons, the most frequent first. */
export async function countQuarantine(db: Db, since: Date, reasonsMax: number): Promise<QuarantineCount[]> {
  const { rows } = await sql<QuarantineCount>`
    select feed, reason, count(*)::integer as count from quarantine where last_seen_at > ${since}
    group by feed, reason order by count desc, feed, reason limit ${reasonsMax}`.execute(db);
  return rows;
}

export interface NotificationQueues {
  /** News that are still being told, and since when the first of them could have been; null where there are none. */
  news: { count: number; oldest: Date } | null;
  /** Notifications that should have been sent by now and still may be, by channel, and since when the first of them should. */
  due: { channel: string; count: number; oldest: Date }[];
}

/** What is to be told of matches, bets and withdrawals, and was not told yet. */
export async function findNotificationQueues(db: Db, at: Date): Promise<NotificationQueues> {
  const [news, due] = await Promise.all([
    sql<{ count: number; oldest: Date | null }>`
      select count(*) as count, min(happened_at) as oldest from news where ended_at is null`.execute(db),
    sql<{ channel: string; count: number; oldest: Date }>`
      select channel, count(*) as count, min(next_try_at) as oldest from notifications
      where next_try_at <= ${at} and not_after > ${at} group by channel order by channel`.execute(db),
  ]);
  const { count, oldest } = news.rows[0]!;
  return { news: oldest && { count, oldest }, due: due.rows };
}
