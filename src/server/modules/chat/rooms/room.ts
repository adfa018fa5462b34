import { sql } from 'kysely';
import type { ChatRoom, getChat, TipRef } from '#contract/chat.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import {
  CHAT_HISTORY,
  CHAT_MEASURED_MAX,
  CHAT_MEASURED_MS,
  CHAT_OPENS_BEFORE_MS,
  CHAT_WAITS_MS,
  type ChatMatch,
  type ChatRoomName,
  type ChatState,
  chatState,
  chatTopic,
  slowSeconds,
} from '#domain/chat/chat.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import type { MatchChange } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findLastIds, findMessages, inRoom, messageView, named } from './messages.ts';

/** Returns the state of a match's room and its last messages, or those before an id. Throws `not_found`. */
export const history = (deps: Deps, { id, locale, before }: ParsedInputOf<typeof getChat>): ReplyPlan<ReplyOf<typeof getChat>> => ({
  key: `${id} ${locale} ${before ?? ''}`,
  topics: [chatTopic({ matchId: id, locale })],
  make: () => pageOf(deps, { matchId: id, locale }, before),
});

/**
 * Returns the state of a room and its last messages, or those before an id, or only the comments on a tip. Throws `not_found` if there is
 * no such match.
 */
export async function pageOf(deps: Deps, room: ChatRoomName, before: string | undefined, about?: TipRef): Promise<ReplyOf<typeof getChat>> {
  const [view, ids] = await Promise.all([
    roomOf(deps, room),
    findLastIds(deps.db, room, before === undefined ? null : Number(before), CHAT_HISTORY + 1, about),
  ]);
  const rows = await findMessages(deps.db, ids.slice(0, CHAT_HISTORY));
  return { room: view, items: rows.map(messageView), has_more: ids.length > CHAT_HISTORY };
}

async function roomOf({ db, now }: Deps, room: ChatRoomName): Promise<ChatRoom> {
  const [state, messages] = await Promise.all([stateOfRoom(db, room, now()), countMeasured(db, room, now())]);
  return roomView(room, state, slowSeconds(messages));
}

/** A group's room is always open. */
async function stateOfRoom(db: Db, room: ChatRoomName, now: Date): Promise<ChatState> {
  if ('groupId' in room) return 'open';
  const match = await findMatch(db, room.matchId);
  if (!match) throw new AppError('not_found');
  return chatState(match, now);
}

export const roomView = (room: ChatRoomName, state: ChatState, slow_seconds: number): ChatRoom => ({
  ...('groupId' in room
    ? { match_id: null, locale: null, group_id: room.groupId }
    : { match_id: room.matchId, locale: room.locale, group_id: null }),
  ...{ state, slow_seconds },
});

/** Counts the messages of a room in the window that determines its pace. */
export const countMeasured = (db: Db, room: ChatRoomName, at: Date): Promise<number> =>
  countSince(db, room, new Date(at.getTime() - CHAT_MEASURED_MS), CHAT_MEASURED_MAX);

/** Publishes the room state of matches whose rooms an import opened or closed. */
export async function publishOpened(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  const now = deps.now();
  const opened = changes.filter(({ before, after }) => before !== null && stateOf(before, now) !== stateOf(after, now));
  await publishRooms(
    deps,
    opened.map(({ matchId }) => matchId),
  );
}

/** Returns the state of a match's rooms from its row. */
export const stateOf = ({ status, kickoff_at }: { status: ChatMatch['status']; kickoff_at: Date | null }, now: Date) =>
  chatState({ status, kickoffAt: kickoff_at }, now);

async function publishRooms(deps: Deps, matchIds: readonly number[]): Promise<void> {
  for (const matchId of matchIds) {
    for (const locale of LOCALES) await publishRoom(deps, { matchId, locale });
  }
}

const publishRoom = async (deps: Deps, room: ChatRoomName): Promise<void> =>
  deps.publish(chatTopic(room), { t: 'chat_room', room: await roomOf(deps, room) });

/** How far back followRooms looks: it may run late, and publishing a state twice is harmless. */
const LOOKED_BACK_MS = 15_000;

/**
 * Publishes rooms that changed with time alone: rooms that opened or became idle, and rooms that need a slower pace no longer. Run every
 * few seconds.
 */
export async function followRooms(deps: Deps): Promise<void> {
  const nowMs = deps.now().getTime();
  for (const untilKickoffMs of [CHAT_OPENS_BEFORE_MS, -CHAT_WAITS_MS]) {
    const to = new Date(nowMs + untilKickoffMs);
    const matches = await findWaitingBetween(deps.db, new Date(to.getTime() - LOOKED_BACK_MS), to);
    await publishRooms(
      deps,
      matches.map(({ id }) => id),
    );
  }
  for (const { room, now, earlier } of await countLately(deps.db, deps.now(), CHAT_MEASURED_MS, LOOKED_BACK_MS)) {
    // A slower pace was already published with the message that caused it.
    if (slowSeconds(now) < slowSeconds(earlier)) await publishRoom(deps, room);
  }
}

/** Returns the columns of a match that decide the state of its rooms; undefined if there is no such match. */
async function findMatch(db: Db, matchId: number) {
  const row = await db.selectFrom('matches').select(['status', 'kickoff_at']).where('id', '=', matchId).executeTakeFirst();
  return row && { status: row.status as MatchStatus, kickoffAt: row.kickoff_at };
}

/** Counts users' messages in a room after `since`, up to `max`. */
async function countSince(db: Db, room: ChatRoomName, since: Date, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`${named('chat_count_since', room)}
    select count(*) filter (where created_at > ${since}) as count from (
      select created_at from chat_messages where ${inRoom(room)} order by id desc limit ${max}
    ) last`.execute(db);
  return rows[0]!.count;
}

interface RoomCounts {
  room: ChatRoomName;
  /** Messages in the window that ends now; `earlier` counts a window of the same length that ended a little before. */
  now: number;
  earlier: number;
}

/** Returns rooms with recent user messages: the counts in a window of `measuredMs` that ends now, and in one that ended `earlierMs` ago. */
async function countLately(db: Db, at: Date, measuredMs: number, earlierMs: number): Promise<RoomCounts[]> {
  const ago = (ms: number) => new Date(at.getTime() - ms);
  const { rows } = await sql<{ match_id: number; locale: Locale; group_id: string | null; now: number; earlier: number }>`
    select match_id, locale, group_id,
      count(*) filter (where created_at > ${ago(measuredMs)}) as now,
      count(*) filter (where created_at <= ${ago(earlierMs)}) as earlier
    from chat_messages
    where created_at > ${ago(measuredMs + earlierMs)} and kind = 'user'
    group by match_id, locale, group_id`.execute(db);
  return rows.map(({ match_id, locale, group_id, ...counts }) => ({
    room: group_id === null ? { matchId: match_id, locale } : { groupId: group_id },
    ...counts,
  }));
}

/** Returns matches that have not begun and whose kick-off was planned between `from` and `to`, both inclusive. */
const findWaitingBetween = (db: Db, from: Date, to: Date) =>
  db
    .selectFrom('matches')
    .select(['id', 'status', 'kickoff_at'])
    .where('status', '=', 'ns')
    .where('kickoff_at', '>=', from)
    .where('kickoff_at', '<=', to)
    .execute();
