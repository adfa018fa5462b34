import { sql } from 'kysely';
import type { MatchEvent } from '#contract/matches.ts';
import { type ChatLine, LINE_EVENT_TYPES } from '#domain/chat/chat-lines.ts';
import { type MatchStatus, statusesOf } from '#domain/matches/match-status.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Locks the match event lines of a match, so that a second process sees the lines written by the first. */
export async function lockLines(db: Db, matchId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('matchpoint chat lines'), ${matchId})`.execute(db);
}

/** Returns the event lines of a match, oldest first. */
export async function findLines(db: Db, matchId: number): Promise<ChatLine<MatchEvent>[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .select(['id', 'event', 'removed'])
    .where('match_id', '=', matchId)
    .where('locale', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, event, removed }) => ({ id, event: event as unknown as MatchEvent, isTakenBack: removed !== null }));
}

/** Returns which of these matches have event lines. */
export async function findWithLines(db: Db, matchIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select m.id from unnest(${matchIds}::integer[]) as m (id)
    where exists (select from chat_messages c where c.match_id = m.id and c.locale is null)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns matches in progress with the columns that decide the state of their rooms. */
export async function findUnderWay(db: Db) {
  const rows = await db.selectFrom('matches').select(['id', 'status', 'kickoff_at']).where('status', 'in', statusesOf('live')).execute();
  return rows.map(({ status, ...row }) => ({ ...row, status: status as MatchStatus }));
}

/** Returns which of these matches have an event without a line, or a line without its event. */
export async function findApart(db: Db, matchIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from unnest(${matchIds}::integer[]) as m (id)
    where exists (
      select from match_events e where e.match_id = m.id and e.type = any(${LINE_EVENT_TYPES}::text[]) and e.period <> 'P'
        and not exists (select from chat_messages c where c.match_id = m.id and c.event_id = e.feed_event_id and c.removed is null)
    ) or exists (
      select from chat_messages c where c.match_id = m.id and c.locale is null and c.removed is null
        and not exists (select from match_events e where e.match_id = m.id and e.feed_event_id = c.event_id)
    )`.execute(db);
  return rows.map(({ id }) => id);
}

/** Inserts a line for each event, in order, and returns their ids. */
export async function insertLines(db: Db, matchId: number, events: readonly MatchEvent[], at: Date): Promise<number[]> {
  if (events.length === 0) return [];
  const rows = await db
    .insertInto('chat_messages')
    .values(
      events.map((event) => ({
        ...{ match_id: matchId, kind: 'system', text: '', created_at: at },
        ...{ event: JSON.stringify(event), event_id: event.id },
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the event of a line with its current version, and restores the line if it was removed. */
export async function changeLine(db: Db, id: number, event: MatchEvent): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ event: JSON.stringify(event), event_id: event.id, removed: null, removed_at: null })
    .where('id', '=', id)
    .execute();
}
