import { sql, type Transaction } from 'kysely';
import type { ChatMessage, TipRef } from '#contract/chat.ts';
import { type ChatRoomName, chatTopic } from '#domain/chat/chat.ts';
import { shortened } from '#domain/chat/chat-text.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { findMatchBriefs } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';

export interface MessageRow {
  id: number;
  /** Null in a group's room. */
  match_id: number | null;
  /** Null for lines shared by all rooms of the match, and in a group's room. */
  locale: string | null;
  group_id: string | null;
  kind: string;
  handle: string | null;
  name: string | null;
  text: string;
  removed: string | null;
  mentions: string[];
  event: unknown;
  cid: string | null;
  created_at: Date;
  reply_id: number | null;
  reply_handle: string | null;
  reply_text: string | null;
  reply_removed: string | null;
  /** The match of the tip that it comments on. */
  tip_match_id: number | null;
  tip_member_id: number | null;
  tip_name: string | null;
  tip_home: number | null;
  tip_away: number | null;
  tip_match: CommentedMatch | null;
}

type CommentedMatch = NonNullable<ChatMessage['tip']>['match'];

/**
 * Returns messages with their authors, and the messages or tips that they are about, oldest first. In a group's room only present members
 * are named, as everywhere in the group.
 */
export async function findMessages(db: Db, ids: readonly number[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<MessageRow, 'tip_match'>>`/* chat_messages_by_id */
    select m.id, m.match_id, m.locale, m.group_id, m.kind, u.public_handle as handle, coalesce(u.display_name, u.public_handle) as name,
      m.text, m.removed, m.mentions, m.event, m.cid, m.created_at,
      r.id as reply_id, ru.public_handle as reply_handle, r.text as reply_text, r.removed as reply_removed,
      m.tip_match_id, m.tip_member_id, coalesce(tu.public_handle, tm.place_name) as tip_name, t.home as tip_home, t.away as tip_away
    from chat_messages m
    left join users u on u.id = m.user_id and ${isNamed(sql.ref('m'))}
    left join chat_messages r on r.id = m.reply_to
    left join users ru on ru.id = r.user_id and ${isNamed(sql.ref('r'))}
    left join tips t on t.group_id = m.group_id and t.match_id = m.tip_match_id and t.member_id = m.tip_member_id
    left join tipping_members tm on tm.id = m.tip_member_id and tm.left_at is null
    left join users tu on tu.id = tm.user_id
    where m.id = any(${ids}::bigint[])
    order by m.id`.execute(db);
  const matchIds = rows.flatMap(({ tip_match_id }) => tip_match_id ?? []);
  const matches = matchIds.length === 0 ? null : await findMatchBriefs(db, matchIds);
  return rows.map((row) => ({ ...row, tip_match: matchOf(row.tip_match_id === null ? undefined : matches?.get(row.tip_match_id)) }));
}

/** Only what never tells of a result. */
const matchOf = (match: CommentedMatch | undefined): CommentedMatch | null =>
  match === undefined ? null : { id: match.id, sport: match.sport, home: match.home, away: match.away };

/** Whether the author of the message `m` may be named. */
const isNamed = (m: ReturnType<typeof sql.ref>) => sql`(
      ${m}.group_id is null or exists (
        select from tipping_members p where p.group_id = ${m}.group_id and p.user_id = ${m}.user_id and p.left_at is null
      )
    )`;

/** Matches the users' messages of a room. */
export const inRoom = (room: ChatRoomName) =>
  'groupId' in room ? sql`group_id = ${room.groupId}` : sql`match_id = ${room.matchId} and locale = ${room.locale}`;

/** Returns the comment that names a prepared statement with `inRoom`, which differs for the two kinds of rooms. */
export const named = (name: string, room: ChatRoomName) => sql.raw(`/* ${name}${'groupId' in room ? '_of_group' : ''} */`);

/** Matches all messages, or the comments on one tip. */
const onTip = (about: TipRef | undefined) =>
  about ? sql`and tip_match_id = ${about.match_id} and tip_member_id = ${about.member_id}` : sql``;

/**
 * Returns the ids of the last messages of a room before an id (null: the latest), including the lines shared by all rooms of a match;
 * latest first. With `about`, only comments on that tip.
 */
export async function findLastIds(db: Db, room: ChatRoomName, before: number | null, limit: number, about?: TipRef): Promise<number[]> {
  const last = (of: ReturnType<typeof sql>) => sql`
    (select id from chat_messages where ${of} and id < coalesce(${before}::bigint, ${ID_MAX}) order by id desc limit ${limit})`;
  // Two index scans: a single query for both conditions would read the whole room.
  const shared = 'groupId' in room ? sql`` : sql`union all ${last(sql`match_id = ${room.matchId} and locale is null`)}`;
  const { rows } = await sql<{ id: number }>`
    select id from (${last(sql`${inRoom(room)} ${onTip(about)}`)} ${shared}) of_room order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
const ID_MAX = Number.MAX_SAFE_INTEGER;

export interface NewMessage {
  room: ChatRoomName;
  user_id: string;
  cid: string;
  text: string;
  reply_to: number | null;
  tip_match_id: number | null;
  tip_member_id: number | null;
  mentions: string[];
  created_at: Date;
  /** Whether a listed word holds the message until a moderator decides. */
  is_held: boolean;
}

/** Inserts a message and returns its id. */
export async function insertMessage(db: Db, { room, is_held, ...message }: NewMessage): Promise<number> {
  const where = 'groupId' in room ? { group_id: room.groupId } : { match_id: room.matchId, locale: room.locale };
  const held = is_held ? { removed: 'hidden', removed_at: message.created_at, hidden_because: 'word' } : {};
  const { id } = await db
    .insertInto('chat_messages')
    .values({ ...message, ...where, kind: 'user', ...held })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the id of the user's message with this cid; undefined if there is none. */
export const findByCid = (db: Db, userId: string, cid: string) =>
  db.selectFrom('chat_messages').select('id').where('user_id', '=', userId).where('cid', '=', cid).executeTakeFirst();

/** Returns a message, locked until the transaction ends; undefined if there is none. */
export const lockMessage = (db: Db, id: number) =>
  db
    .selectFrom('chat_messages')
    .select(['id', 'group_id', 'kind', 'user_id', 'removed', 'kept_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Marks a message as removed. `adminId` is null unless an admin removed it. */
export async function setRemoved(db: Db, id: number, removed: 'deleted' | 'moderated', adminId: string | null, at: Date): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ removed, removed_at: at, removed_by: adminId, removed_by_member: null })
    .where('id', '=', id)
    .execute();
}

/** Marks a message as removed by the owner or a helper of its group. */
export async function setRemovedByMember(db: Db, id: number, memberId: string, at: Date): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ removed: 'group', removed_at: at, removed_by_member: memberId })
    .where('id', '=', id)
    .execute();
}

/** Hides a reported message until a moderator decides. */
export async function setHidden(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ removed: 'hidden', removed_at: at, hidden_because: 'reports' })
    .where('id', '=', id)
    .execute();
}

/** Shows a message again permanently: later reports do not hide it. */
export async function markApproved(db: Db, id: number, adminId: string, at: Date): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ removed: null, removed_at: null, removed_by: null, removed_by_member: null, kept_at: at, kept_by: adminId })
    .where('id', '=', id)
    .execute();
}

/** Deletes up to `limit` messages older than `before`, with their reports; returns how many. */
export async function deleteMessagesBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('chat_messages')
    .where('id', 'in', (eb) =>
      eb.selectFrom('chat_messages').select('id').where('created_at', '<', before).orderBy('created_at').limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Maximum length of the quoted part of a message: enough to recognise it. */
const QUOTED_MAX = 80;

/** Returns the public form of a message; a removed message has only the fact of its removal. */
export const messageView = (row: MessageRow): ChatMessage => ({
  id: String(row.id),
  kind: row.kind as ChatMessage['kind'],
  author: row.handle === null ? null : { handle: row.handle, name: row.name! },
  text: row.removed === null ? row.text : '',
  removed: row.removed as ChatMessage['removed'],
  reply_to: row.reply_id === null ? null : replyView(row),
  tip: row.tip_match === null ? null : tipView(row, row.tip_match),
  mentions: row.removed === null ? row.mentions : [],
  event: row.event as ChatMessage['event'],
  cid: row.cid,
  at: row.created_at.toISOString(),
});

const replyView = ({ reply_id, reply_handle, reply_text, reply_removed }: MessageRow) => ({
  id: String(reply_id),
  handle: reply_handle,
  text: reply_removed === null ? shortened(reply_text ?? '', QUOTED_MAX) : '',
});

const tipView = ({ tip_member_id, tip_name, tip_home, tip_away }: MessageRow, match: CommentedMatch) => ({
  match,
  ...{ member_id: tip_member_id, name: tip_name },
  tip: tip_home === null || tip_away === null ? null : { home: tip_home, away: tip_away },
});

/** Publishes messages in their current form to their rooms after the transaction commits: new and changed ones. */
export async function publishMessages(db: Transaction<DB>, announce: Announce, ids: readonly number[]): Promise<void> {
  for (const row of await findMessages(db, ids)) {
    const change = { t: 'chat' as const, messages: [messageView(row)] };
    for (const topic of topicsOf(row)) announce(topic, change);
  }
}

/** The topics of the rooms that show a message: of one that a match's rooms share, all of them. */
function topicsOf({ match_id, locale, group_id }: MessageRow): string[] {
  if (group_id !== null) return [chatTopic({ groupId: group_id })];
  const locales = locale === null ? LOCALES : [locale as Locale];
  return locales.map((one) => chatTopic({ matchId: match_id!, locale: one }));
}
