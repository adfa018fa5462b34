import { sql } from 'kysely';
import type { Locale } from '#domain/locale.ts';
import type { MatchStatus } from '#domain/match-status.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** What of a match decides on its rooms; undefined where there is no such match. */
export async function findMatch(db: Db, matchId: number) {
  const row = await db.selectFrom('matches').select(['status', 'kickoff_at']).where('id', '=', matchId).executeTakeFirst();
  return row && { status: row.status as MatchStatus, kickoffAt: row.kickoff_at };
}

/** How many messages users wrote in a room after `since`, counted up to `max`. */
export async function countSince(db: Db, matchId: number, locale: Locale, since: Date, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* chat_count_since */
    select count(*) filter (where created_at > ${since}) as count from (
      select created_at from chat_messages where match_id = ${matchId} and locale = ${locale} order by id desc limit ${max}
    ) last`.execute(db);
  return rows[0]!.count;
}

export interface RoomCounts {
  match_id: number;
  locale: Locale;
  /** Messages in the time that ends now, and in one as long that ended a little earlier. */
  now: number;
  earlier: number;
}

/** Rooms in which users wrote something lately: how much until now, and until `earlierMs` ago. Times of `measuredMs` are looked at. */
export async function countLately(db: Db, at: Date, measuredMs: number, earlierMs: number): Promise<RoomCounts[]> {
  const ago = (ms: number) => new Date(at.getTime() - ms);
  const { rows } = await sql<RoomCounts>`
    select match_id, locale,
      count(*) filter (where created_at > ${ago(measuredMs)}) as now,
      count(*) filter (where created_at <= ${ago(earlierMs)}) as earlier
    from chat_messages
    where created_at > ${ago(measuredMs + earlierMs)} and locale is not null
    group by match_id, locale`.execute(db);
  return rows;
}

/** Matches that have not begun whose kick-off is (or was) planned within a time; both ends counted. */
export const findWaitingBetween = (db: Db, from: Date, to: Date) =>
  db
    .selectFrom('matches')
    .select(['id', 'status', 'kickoff_at'])
    .where('status', '=', 'ns')
    .where('kickoff_at', '>=', from)
    .where('kickoff_at', '<=', to)
    .execute();
