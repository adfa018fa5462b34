import type { Db } from '#server/platform/db/pool.ts';

/** The chat with a user's Telegram account that our bot may write to, and what its owner knows the account by; undefined where there is none. */
export const findTelegramChat = (db: Db, userId: string) =>
  db
    .selectFrom('linked_accounts')
    .select(['subject', 'identifier'])
    .where('user_id', '=', userId)
    .where('type', '=', 'telegram')
    .where('reachable', '=', true)
    .executeTakeFirst();

/** A user's address and since when it is proven, without a lock. */
export const findAddress = (db: Db, userId: string) =>
  db.selectFrom('users').select(['email', 'email_verified_at']).where('id', '=', userId).executeTakeFirst();
