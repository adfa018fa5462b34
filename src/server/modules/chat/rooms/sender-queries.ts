import { sql } from 'kysely';
import type { Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface SenderFacts {
  status: MatchStatus;
  kickoffAt: Date | null;
  /** Times of the user's latest messages in any room since then, at most ten, latest first. */
  anywhere: Date[];
  /** Time of the latest of these in this room. */
  here: Date | null;
}

/**
 * Returns the facts of a match and of a user's last messages that decide whether the next one is allowed; undefined if there is no such
 * match.
 */
export async function findSenderFacts(
  db: Db,
  { matchId, locale, userId }: { matchId: number; locale: Locale; userId: string },
  since: Date,
  until: Date,
): Promise<SenderFacts | undefined> {
  const { rows } = await sql<SenderFacts>`/* chat_sender_facts */
    select m.status, m.kickoff_at as "kickoffAt",
      array(
        select created_at from chat_messages where user_id = ${userId} and created_at > ${since} and created_at <= ${until}
        order by created_at desc limit 10
      ) as anywhere,
      (
        select created_at from chat_messages
        where user_id = ${userId} and created_at > ${since} and created_at <= ${until} and match_id = ${matchId} and locale = ${locale}
        order by created_at desc limit 1
      ) as here
    from matches m where m.id = ${matchId}`.execute(db);
  return rows[0];
}

/** Returns the listed words of a language that occur anywhere in a folded text. */
export const findWordsIn = (db: Db, locale: Locale, folded: string) =>
  db
    .selectFrom('chat_words')
    .select(['word', 'action'])
    .where('locale', '=', locale)
    .where(sql<boolean>`position(word in ${folded}) > 0`)
    .execute();

/** Returns those of `handles` that belong to a user, in alphabetical order. */
export async function findHandles(db: Db, handles: readonly string[]): Promise<string[]> {
  if (handles.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select('public_handle')
    .where('public_handle', 'in', handles)
    .where('status', '=', 'normal')
    .orderBy('public_handle')
    .execute();
  return rows.map(({ public_handle }) => public_handle);
}

/** Returns whether a message is in a room, or is shared by all rooms of its match. */
export async function isInRoom(db: Db, id: number, matchId: number, locale: Locale): Promise<boolean> {
  const row = await db.selectFrom('chat_messages').select(['match_id', 'locale']).where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.match_id === matchId && (row.locale === null || row.locale === locale);
}
