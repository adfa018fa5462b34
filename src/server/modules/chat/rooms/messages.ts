import { sql, type Transaction } from 'kysely';
import type { ChatMessage } from '#contract/chat.ts';
import { shortened } from '#domain/chat/chat-text.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';

export interface MessageRow {
  id: number;
  match_id: number;
  /** Null for lines shared by all rooms of the match. */
  locale: string | null;
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
}

/** Returns messages with their authors and the messages they reply to, oldest first. */
export async function findMessages(db: Db, ids: readonly number[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MessageRow>`/* chat_messages_by_id */
    select m.id, m.match_id, m.locale, m.kind, u.public_handle as handle, coalesce(u.display_name, u.public_handle) as name, m.text, m.removed,
      m.mentions, m.event, m.cid, m.created_at,
      r.id as reply_id, ru.public_handle as reply_handle, r.text as reply_text, r.removed as reply_removed
    from chat_messages m
    left join users u on u.id = m.user_id
    left join chat_messages r on r.id = m.reply_to
    left join users ru on ru.id = r.user_id
    where m.id = any(${ids}::bigint[])
    order by m.id`.execute(db);
  return rows;
}

/**
 * Returns the ids of the last messages of a room before an id (null: the latest), including the lines shared by all rooms; latest first.
 */
export async function findLastIds(db: Db, matchId: number, locale: Locale, before: number | null, limit: number): Promise<number[]> {
  // Two index scans: a single query for both conditions would read the whole room.
  const { rows } = await sql<{ id: number }>`
    select id from (
      (select id from chat_messages where match_id = ${matchId} and locale = ${locale}
        and id < coalesce(${before}::bigint, ${ID_MAX}) order by id desc limit ${limit})
      union all
      (select id from chat_messages where match_id = ${matchId} and locale is null
        and id < coalesce(${before}::bigint, ${ID_MAX}) order by id desc limit ${limit})
    ) of_room order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
const ID_MAX = Number.MAX_SAFE_INTEGER;

export interface NewMessage {
  match_id: number;
  locale: Locale;
  user_id: string;
  cid: string;
  text: string;
  reply_to: number | null;
  mentions: string[];
  created_at: Date;
  /** Whether a listed word holds the message until a moderator decides. */
  is_held: boolean;
}

/** Inserts a message and returns its id. */
export async function insertMessage(db: Db, { is_held, ...message }: NewMessage): Promise<number> {
  const held = is_held ? { removed: 'hidden', removed_at: message.created_at, hidden_because: 'word' } : {};
  const { id } = await db
    .insertInto('chat_messages')
    .values({ ...message, kind: 'user', ...held })
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
    .select(['id', 'match_id', 'locale', 'kind', 'user_id', 'removed', 'kept_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Marks a message as removed. `adminId` is null unless an admin removed it. */
export async function setRemoved(db: Db, id: number, removed: 'deleted' | 'moderated', adminId: string | null, at: Date): Promise<void> {
  await db.updateTable('chat_messages').set({ removed, removed_at: at, removed_by: adminId }).where('id', '=', id).execute();
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
    .set({ removed: null, removed_at: null, removed_by: null, kept_at: at, kept_by: adminId })
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

/** Publishes messages in their current form to their rooms after the transaction commits: new and changed ones. */
export async function publishMessages(db: Transaction<DB>, announce: Announce, ids: readonly number[]): Promise<void> {
  for (const row of await findMessages(db, ids)) {
    const change = { t: 'chat' as const, messages: [messageView(row)] };
    const topics = row.locale === null ? chatTopics(row.match_id) : [chatTopic(row.match_id, row.locale as Locale)];
    for (const topic of topics) announce(topic, change);
  }
}

/** The topic of a room: its changes go to everybody who joined, and invalidate the cached replies about the room. */
export const chatTopic = (matchId: number, locale: Locale): `chat:${number}:${Locale}` => `chat:${matchId}:${locale}`;

/** The topics of all rooms of a match. */
const chatTopics = (matchId: number) => LOCALES.map((locale) => chatTopic(matchId, locale));
