import { sql } from 'kysely';
import type { ChatMember, ModeratedMessage } from '#contract/chat-moderation.ts';
import { userRef } from '#server/modules/admins/public.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A user as the console shows them, with their account status; all null if there is no user. */
export interface MemberColumns {
  user_id: string | null;
  display_name: string | null;
  public_handle: string | null;
  email: string | null;
  status: string | null;
}

/** Returns the user a row refers to; null if the user is deleted or there is none. */
export const memberOf = ({ user_id, display_name, public_handle, email, status }: MemberColumns): ChatMember | null =>
  user_id === null
    ? null
    : {
        ...userRef({ id: user_id, display_name, public_handle: public_handle!, email }),
        status: status as ChatMember['status'],
      };

/** A message with its author and the message it replies to. */
export interface LineRow extends MemberColumns {
  id: number;
  /** Null in a group's room. */
  match_id: number | null;
  locale: string | null;
  group_id: string | null;
  kind: string;
  text: string;
  removed: string | null;
  event: unknown;
  created_at: Date;
  reply_id: number | null;
  reply_handle: string | null;
  reply_text: string | null;
}

const COLUMNS = sql`
  m.id, m.match_id, m.locale, m.group_id, m.kind, m.text, m.removed, m.event, m.created_at, m.user_id, u.display_name, u.public_handle, u.email, u.status,
  r.id as reply_id, ru.public_handle as reply_handle, r.text as reply_text`;

/** Selects the rows of `found` (aliased `m`) with their authors and the messages they reply to. */
const linesOf = (found: ReturnType<typeof sql>) => sql<LineRow>`
  select ${COLUMNS} from (${found}) m
  left join users u on u.id = m.user_id left join chat_messages r on r.id = m.reply_to left join users ru on ru.id = r.user_id
  order by m.id`;

/** Returns messages by id. */
export async function findLines(db: Db, ids: readonly number[]): Promise<Map<number, LineRow>> {
  const { rows } = await linesOf(sql`select * from chat_messages where id = any(${ids}::bigint[])`).execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the nearest messages of a message's room before (or after) it, and the match event lines shared by all rooms of the match; oldest
 * first.
 */
export async function findAround(
  db: Db,
  { id, match_id, locale, group_id }: Pick<LineRow, 'id' | 'match_id' | 'locale' | 'group_id'>,
  side: 'before' | 'after',
  limit: number,
): Promise<LineRow[]> {
  const [beyond, order] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  // Two index scans: a single query for both conditions would read the whole room.
  const near = (of: ReturnType<typeof sql>) => sql`
    (select * from chat_messages where ${of} and id ${beyond} ${id} order by id ${order} limit ${limit})`;
  const found =
    group_id !== null
      ? near(sql`group_id = ${group_id}`)
      : sql`${near(sql`match_id = ${match_id} and locale = ${locale}`)}
        union all ${near(sql`match_id = ${match_id} and locale is null`)} order by id ${order} limit ${limit}`;
  return (await linesOf(found).execute(db)).rows;
}

/** Returns a page of a user's messages, latest first. */
export async function findLinesOf(db: Db, userId: string, limit: number, offset: number): Promise<LineRow[]> {
  const { rows } = await linesOf(sql`
    select * from chat_messages where user_id = ${userId} order by created_at desc, id desc limit ${limit} offset ${offset}`).execute(db);
  return rows.reverse();
}

/** Counts a user's messages, up to `max`. */
export async function countLinesOf(db: Db, userId: string, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from chat_messages where user_id = ${userId} limit ${max}) counted`.execute(db);
  return rows[0]!.count;
}

/** Returns a user's latest messages that moderators removed, latest first. */
export async function findRemovedOf(db: Db, userId: string, limit: number): Promise<LineRow[]> {
  const { rows } = await linesOf(sql`
    select * from chat_messages where user_id = ${userId} and removed = 'moderated' order by created_at desc, id desc limit ${limit}`).execute(
    db,
  );
  return rows.reverse();
}

/** Returns how many of a user's messages moderators removed. */
export async function countRemovedOf(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('chat_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('removed', '=', 'moderated')
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a message in the form that moderators read. */
export const lineView = (row: LineRow): ModeratedMessage => ({
  id: String(row.id),
  kind: row.kind as ModeratedMessage['kind'],
  author: memberOf(row),
  text: row.text,
  removed: row.removed as ModeratedMessage['removed'],
  event: row.event as ModeratedMessage['event'],
  reply_to: row.reply_id === null ? null : { id: String(row.reply_id), handle: row.reply_handle, text: row.reply_text! },
  at: row.created_at.toISOString(),
});
