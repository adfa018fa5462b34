import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** Returns whether a feed has reported something impossible since `since` about a match with a kick-off in this span. */
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

/** Counts, by feed and reason, what was quarantined since a time; at most `reasonsMax` reasons, most frequent first. */
export async function countQuarantine(db: Db, since: Date, reasonsMax: number): Promise<QuarantineCount[]> {
  const { rows } = await sql<QuarantineCount>`
    select feed, reason, count(*)::integer as count from quarantine where last_seen_at > ${since}
    group by feed, reason order by count desc, feed, reason limit ${reasonsMax}`.execute(db);
  return rows;
}

export interface NotificationQueues {
  /** News not yet sent to all users, and the earliest time at which the first of them could have been; null if there are none. */
  news: { count: number; oldest: Date } | null;
  /** Notifications that are due and may still be sent, by channel, with the due time of the first of them. */
  due: { channel: string; count: number; oldest: Date }[];
}

/** Returns pending news and notifications about matches, bets and withdrawals. */
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
