import { sql } from 'kysely';
import type { MatchEvent } from '#contract/matches.ts';
import { type ChatLine, LINE_EVENT_TYPES, planLines } from '#domain/chat/chat-lines.ts';
import { type MatchStatus, statusesOf } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import { eventsOf, type MatchChange } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { transact } from '#server/platform/transact.ts';
import { publishMessages, setRemoved } from './messages.ts';
import { followRooms, publishOpened, stateOf } from './room.ts';

/** Applies a committed import to chats: opens and closes rooms, and writes lines for goals and cards. */
export async function postMatchEvents(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  await publishOpened(deps, changes);
  await writeLines(deps, changes);
}

/** Applies time-based changes to chats and completes work of processes that stopped. Run every few seconds. */
export async function followChats(deps: Deps): Promise<void> {
  await followRooms(deps);
  await writeMissingLines(deps);
}

/**
 * Writes event lines for an import: in rooms that are open or were open until this import; in other rooms only existing lines are changed.
 */
async function writeLines(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  const now = deps.now();
  const told = changes.filter(({ kinds }) => kinds.includes('events'));
  const isOpen = ({ before, after }: MatchChange) => [before, after].some((row) => row !== null && stateOf(row, now) === 'open');
  const others = told.filter((change) => !isOpen(change)).map(({ matchId }) => matchId);
  for (const { matchId } of told.filter(isOpen)) await agree(deps, matchId, { adds: true });
  for (const matchId of await findWithLines(deps.db, others)) await agree(deps, matchId, { adds: false });
}

/**
 * Writes missing lines in the rooms of matches in progress, for events of a process that stopped before writing them. Run every few
 * seconds.
 */
async function writeMissingLines(deps: Deps): Promise<void> {
  const now = deps.now();
  const open = (await findUnderWay(deps.db)).filter((row) => stateOf(row, now) === 'open').map(({ id }) => id);
  for (const matchId of await findApart(deps.db, open)) await agree(deps, matchId, { adds: true });
}

/** Makes the lines of a match agree with its events, and publishes the changes to its rooms. */
const agree = (deps: Deps, matchId: number, { adds }: { adds: boolean }): Promise<void> =>
  transact(deps, async (db, announce) => {
    await lockLines(db, matchId);
    const plan = planLines(await findLines(db, matchId), await eventsOf(db, matchId));
    const now = deps.now();
    for (const { id, event } of plan.changed) await changeLine(db, id, event);
    for (const id of plan.takenBack) await setRemoved(db, id, 'deleted', null, now);
    const added = adds ? await insertLines(db, matchId, plan.added, now) : [];
    await publishMessages(db, announce, [...plan.changed.map(({ id }) => id), ...plan.takenBack, ...added]);
  });

/** Locks the match event lines of a match, so that a second process sees the lines written by the first. */
async function lockLines(db: Db, matchId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('matchpoint chat lines'), ${matchId})`.execute(db);
}

/** Returns the event lines of a match, oldest first. */
async function findLines(db: Db, matchId: number): Promise<ChatLine<MatchEvent>[]> {
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
async function findWithLines(db: Db, matchIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select m.id from unnest(${matchIds}::integer[]) as m (id)
    where exists (select from chat_messages c where c.match_id = m.id and c.locale is null)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns matches in progress with the columns that decide the state of their rooms. */
async function findUnderWay(db: Db) {
  const rows = await db.selectFrom('matches').select(['id', 'status', 'kickoff_at']).where('status', 'in', statusesOf('live')).execute();
  return rows.map(({ status, ...row }) => ({ ...row, status: status as MatchStatus }));
}

/** Returns which of these matches have an event without a line, or a line without its event. */
async function findApart(db: Db, matchIds: readonly number[]): Promise<number[]> {
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
async function insertLines(db: Db, matchId: number, events: readonly MatchEvent[], at: Date): Promise<number[]> {
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
async function changeLine(db: Db, id: number, event: MatchEvent): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ event: JSON.stringify(event), event_id: event.id, removed: null, removed_at: null })
    .where('id', '=', id)
    .execute();
}
