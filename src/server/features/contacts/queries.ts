import type { Db } from '#server/db/pool.ts';

/** The chat with a user's Telegram account that our bot may write to, and what its owner knows the account by; undefined where there is none. */
export const findTelegramChat = (db: Db, userId: string) =>
  db
    .selectFrom('linked_accounts')
    .select(['subject', 'identifier'])
    .where('user_id', '=', userId)
    .where('type', '=', 'telegram')
    .where('reachable', '=', true)
    .executeTakeFirst();
