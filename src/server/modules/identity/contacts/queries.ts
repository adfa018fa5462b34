import type { Db } from '#server/platform/db/pool.ts';

/** Returns the Telegram chat that our bot may write to and the account's label; undefined if there is none. */
export const findTelegramChat = (db: Db, userId: string) =>
  db
    .selectFrom('linked_accounts')
    .select(['subject', 'identifier'])
    .where('user_id', '=', userId)
    .where('type', '=', 'telegram')
    .where('reachable', '=', true)
    .executeTakeFirst();

/** Returns a user's address and when it was confirmed, without a lock. */
export const findAddress = (db: Db, userId: string) =>
  db.selectFrom('users').select(['email', 'email_verified_at']).where('id', '=', userId).executeTakeFirst();
