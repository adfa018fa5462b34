import { sql } from 'kysely';
import { DEFAULT_LOCALE, type Locale } from '#domain/identity/locale.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { ADMIN_IDLE_MS } from '#server/platform/http/admin-caller.ts';

export interface NewAlertToken {
  tokenHash: Buffer;
  adminId: string;
  sessionId: string;
  expiresAt: Date;
}

/** Stores a token for an admin, replacing the previous one. */
export async function replaceToken(db: Db, { tokenHash, adminId, sessionId, expiresAt }: NewAlertToken, at: Date): Promise<void> {
  const token = { token_hash: tokenHash, session_id: sessionId, created_at: at, expires_at: expiresAt };
  await db
    .insertInto('admin_telegram_tokens')
    .values({ admin_id: adminId, ...token })
    .onConflict((oc) => oc.column('admin_id').doUpdateSet(token))
    .execute();
}

/**
 * Returns the admin of a valid token, with the IP address of the session that requested it; undefined for any other token, one of an ended
 * session, and one of an admin who is disabled or whose password others have seen.
 */
export const findAsked = (db: Db, tokenHash: Buffer, at: Date) =>
  db
    .selectFrom('admin_telegram_tokens as t')
    .innerJoin('admin_sessions as s', 's.id', 't.session_id')
    .innerJoin('admins as a', 'a.id', 't.admin_id')
    .select(['a.id', 'a.email', 'a.role', sql<string | null>`host(s.ip)`.as('ip')])
    .where('t.token_hash', '=', tokenHash)
    .where('t.expires_at', '>', at)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', at)
    .where('s.last_input_at', '>', new Date(at.getTime() - ADMIN_IDLE_MS))
    .where('a.status', '=', 'normal')
    .where('a.one_time_until', 'is', null)
    .executeTakeFirst();

/** Deletes a token, whether or not it is valid. */
export async function deleteToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('admin_telegram_tokens').where('token_hash', '=', tokenHash).execute();
}

/** Deletes tokens that expired before a moment; returns how many. */
export async function deleteTokens(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('admin_telegram_tokens').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the chat of an admin; undefined if there is none. */
export const findChat = (db: Db, adminId: string) =>
  db.selectFrom('admin_telegram_chats').selectAll().where('admin_id', '=', adminId).executeTakeFirst();

/** Returns the admin whom a Telegram account serves, and whether the bot may write to it; undefined if it serves none. */
export const findServed = (db: Db, subject: string) =>
  db
    .selectFrom('admin_telegram_chats as c')
    .innerJoin('admins as a', 'a.id', 'c.admin_id')
    .select(['a.id', 'a.email', 'c.reachable'])
    .where('c.subject', '=', subject)
    .executeTakeFirst();

export interface NewAlertChat {
  admin_id: string;
  subject: string;
  name: string;
  linked_at: Date;
}

/**
 * Links a chat to an admin, or makes their chat of the same Telegram account reachable again. Returns false if the admin has another chat,
 * or the Telegram account serves another admin.
 */
export async function saveChat(db: Db, chat: NewAlertChat): Promise<boolean> {
  const { name, linked_at } = chat;
  const renewed = await db
    .updateTable('admin_telegram_chats')
    .set({ name, linked_at, reachable: true })
    .where('admin_id', '=', chat.admin_id)
    .where('subject', '=', chat.subject)
    .executeTakeFirst();
  if (renewed.numUpdatedRows > 0n) return true;
  const added = await db
    .insertInto('admin_telegram_chats')
    .values({ ...chat, reachable: true })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function setReachable(db: Db, subject: string, reachable: boolean): Promise<void> {
  await db.updateTable('admin_telegram_chats').set({ reachable }).where('subject', '=', subject).execute();
}

/** Adds Telegram to the ways by which an admin gets alerts. */
export async function chooseTelegram(db: Db, admin_id: string, at: Date): Promise<void> {
  await db
    .insertInto('admin_alert_settings')
    .values({ admin_id, locale: DEFAULT_LOCALE, off: [], by: ['email', 'telegram'], changed_at: at })
    .onConflict((oc) =>
      oc
        .column('admin_id')
        .doUpdateSet({ by: ['email', 'telegram'], changed_at: at })
        .where(sql<boolean>`not 'telegram' = any(admin_alert_settings.by)`),
    )
    .execute();
}

/**
 * Removes an admin's chat and token; alerts go by mail again. Returns the name of the Telegram account; undefined if there was no chat. The
 * caller has locked the admin.
 */
export async function removeChat(db: Db, adminId: string): Promise<string | undefined> {
  await db.deleteFrom('admin_telegram_tokens').where('admin_id', '=', adminId).execute();
  await db
    .updateTable('admin_alert_settings')
    .set({ by: ['email'] })
    .where('admin_id', '=', adminId)
    .execute();
  const removed = await db.deleteFrom('admin_telegram_chats').where('admin_id', '=', adminId).returning('name').executeTakeFirst();
  return removed?.name;
}

/** Returns the language of an admin's alerts. */
export async function findAlertLocale(db: Db, adminId: string): Promise<Locale> {
  const row = await db.selectFrom('admin_alert_settings').select('locale').where('admin_id', '=', adminId).executeTakeFirst();
  return (row?.locale as Locale | undefined) ?? DEFAULT_LOCALE;
}
