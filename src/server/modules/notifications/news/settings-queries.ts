import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { NotificationSettings } from '#server/platform/db/schema.ts';

export type SettingsRow = Selectable<NotificationSettings>;

/** Returns a user's stored settings; undefined if they have chosen nothing. */
export const findSettings = (db: Db, userId: string): Promise<SettingsRow | undefined> =>
  db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();

export async function writeSettings(db: Db, row: Insertable<NotificationSettings>): Promise<void> {
  const { user_id: _, ...chosen } = row;
  await db
    .insertInto('notification_settings')
    .values(row)
    .onConflict((oc) => oc.column('user_id').doUpdateSet(chosen))
    .execute();
}

/** Turns the bot's notifications on or off; does not affect codes and security warnings. */
export async function setTelegramNotices(db: Db, userId: string, isOn: boolean): Promise<void> {
  await db.updateTable('users').set({ telegram_notices: isOn }).where('id', '=', userId).execute();
}

/** Returns whether the bot may write to a user; undefined if they have linked no Telegram account. */
export const findChat = (db: Db, userId: string) =>
  db.selectFrom('linked_accounts').select('reachable').where('user_id', '=', userId).where('type', '=', 'telegram').executeTakeFirst();

/** Returns a user's push devices with valid sessions, newest first. */
export const findDevices = (db: Db, userId: string, at: Date) =>
  db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.session_id', 'd.created_at', 'd.reached_at', 's.user_agent'])
    .where('d.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', at)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
