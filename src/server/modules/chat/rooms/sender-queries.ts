import { sql } from 'kysely';
import type { Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface SenderFacts {
  status: MatchStatus;
  kickoffAt: Date | null;
  /** When the user said something in any room since then, the latest ten, latest first. */
  anywhere: Date[];
  /** The last of these in this room. */
  here: Date | null;
}

/** What of a match and of a user's last messages decides on the next one; undefined where there is no such match. */
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

/** Words of a language's list that are in a folded text, wherever they stand there. */
export const findWordsIn = (db: Db, locale: Locale, folded: string) =>
  db
    .selectFrom('chat_words')
    .select(['word', 'action'])
    .where('locale', '=', locale)
    .where(sql<boolean>`position(word in ${folded}) > 0`)
    .execute();

/** Those of `handles` that somebody goes by, in the order of the alphabet. */
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

/** Whether a message is in a room, or in all rooms of its match. */
export async function isInRoom(db: Db, id: number, matchId: number, locale: Locale): Promise<boolean> {
  const row = await db.selectFrom('chat_messages').select(['match_id', 'locale']).where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.match_id === matchId && (row.locale === null || row.locale === locale);
}
