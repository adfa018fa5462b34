import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { DEFAULT_LOCALE, type Locale, matchLocale } from '#domain/identity/locale.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { findTippingNames } from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { transact } from '#server/platform/transact.ts';

export const CODE_LIFE_MS = 15 * MINUTE_MS;
const CODE_BYTES = 32;
/** Tipping groups of one chat. */
const GROUPS_MAX = 5;

/** A Telegram group chat, as its messages show it. */
export interface GroupChat {
  id: number;
  title: string;
}

/** A tipping group that a chat is connected to. */
export interface BoundGroup {
  group_id: string;
  locale: Locale;
  time_zone: string;
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Creates the code that connects a chat to a group; only its hash is stored, and the group's earlier code ends. */
export async function issueCode(deps: Deps, db: Db, groupId: string, userId: string): Promise<{ code: string; expiresAt: Date }> {
  const at = deps.now();
  const code = Buffer.from(deps.randomBytes(CODE_BYTES)).toString('base64url');
  const expiresAt = new Date(at.getTime() + CODE_LIFE_MS);
  const values = { code_hash: hashOf(code), user_id: userId, created_at: at, expires_at: expiresAt };
  await db
    .insertInto('telegram_group_codes')
    .values({ group_id: groupId, ...values })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet(values))
    .execute();
  return { code, expiresAt };
}

export type Bound = { kind: 'bound'; group: string; locale: Locale } | { kind: 'full' | 'link_gone' };

/**
 * Connects a chat to the group of a code, if the Telegram account that sends it is linked to the user who asked for it and who still owns
 * the group. A group has one chat: the new one replaces another. Whatever is wrong gives the same answer, and leaves the code as it is.
 */
export function bindGroupChat(deps: Deps, code: string, subject: string, chat: GroupChat): Promise<Bound> {
  return transact(deps, async (db): Promise<Bound> => {
    const at = deps.now();
    // Two chats that are connected at the same time count one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${String(chat.id)}, 27))`.execute(db);
    const asked = await db
      .selectFrom('telegram_group_codes as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .innerJoin('linked_accounts as l', (join) => join.onRef('l.user_id', '=', 'u.id').on('l.type', '=', 'telegram'))
      .innerJoin('tipping_members as m', (join) =>
        join.onRef('m.group_id', '=', 'c.group_id').onRef('m.user_id', '=', 'u.id').on('m.left_at', 'is', null),
      )
      .select(['c.group_id', 'u.id as user_id', 'u.locale', 'u.time_zone'])
      .where('c.code_hash', '=', hashOf(code))
      .where('c.expires_at', '>', at)
      .where('l.subject', '=', subject)
      .where('u.status', '=', 'normal')
      .where('m.role', '=', 'owner')
      .forUpdate('c')
      .executeTakeFirst();
    if (!asked) return { kind: 'link_gone' };
    const { group_id, user_id, time_zone } = asked;
    const others = await db
      .selectFrom('telegram_groups')
      .select('group_id')
      .where('chat_id', '=', chat.id)
      .where('group_id', '<>', group_id)
      .execute();
    if (others.length >= GROUPS_MAX) return { kind: 'full' };
    await db.deleteFrom('telegram_group_codes').where('group_id', '=', group_id).execute();
    const locale = matchLocale(asked.locale) ?? DEFAULT_LOCALE;
    const values = { chat_id: chat.id, title: titleOf(chat), bound_by: user_id, locale, time_zone, bound_at: at };
    await db
      .insertInto('telegram_groups')
      .values({ group_id, ...values })
      .onConflict((conflict) => conflict.column('group_id').doUpdateSet(values))
      .execute();
    const names = await findTippingNames(db, [group_id]);
    return { kind: 'bound', group: names.get(group_id) ?? '', locale };
  });
}

const titleOf = ({ title }: GroupChat): string => title.trim().slice(0, 256) || '–';

/** Returns the tipping groups of a chat, the first one connected first. */
export async function groupsOfChat(db: Db, chatId: number): Promise<BoundGroup[]> {
  const rows = await db
    .selectFrom('telegram_groups')
    .select(['group_id', 'locale', 'time_zone'])
    .where('chat_id', '=', chatId)
    .orderBy('bound_at')
    .orderBy('group_id')
    .execute();
  return rows.map((row) => ({ ...row, locale: row.locale as Locale }));
}

/** Disconnects a chat from the groups that this Telegram account's user leads, or connected to it; returns how many. */
export async function stopGroupChat(db: Db, subject: string, chatId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('telegram_groups as t')
    .where('t.chat_id', '=', chatId)
    .where(
      sql<SqlBool>`exists (
        select from linked_accounts l join users u on u.id = l.user_id
        left join tipping_members m on m.group_id = t.group_id and m.user_id = u.id and m.left_at is null
        where l.type = 'telegram' and l.subject = ${subject} and u.status = 'normal' and (m.role in ('owner', 'helper') or t.bound_by = u.id)
      )`,
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Disconnects a chat altogether: the bot was removed from it. */
export async function forgetGroupChat(db: Db, chatId: number): Promise<void> {
  await db.deleteFrom('telegram_groups').where('chat_id', '=', chatId).execute();
}

/** Follows a chat to the number that Telegram gives it when it becomes a supergroup. */
export async function moveGroupChat(db: Db, from: number, to: number): Promise<void> {
  await db.updateTable('telegram_groups').set({ chat_id: to }).where('chat_id', '=', from).execute();
}

/** Disconnects the chat of a group, and ends its code. */
export async function unbindGroup(db: Db, groupId: string): Promise<void> {
  await db.deleteFrom('telegram_group_codes').where('group_id', '=', groupId).execute();
  await db.deleteFrom('telegram_groups').where('group_id', '=', groupId).execute();
}
