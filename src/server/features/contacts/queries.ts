import type { Db } from '#server/db/pool.ts';

/** The chat with a user's Telegram account that our bot may write to; null where there is none. */
export async function findTelegramChat(db: Db, userId: string): Promise<string | null> {
  const linked = await db
    .selectFrom('linked_accounts')
    .select('subject')
    .where('user_id', '=', userId)
    .where('type', '=', 'telegram')
    .where('reachable', '=', true)
    .executeTakeFirst();
  return linked?.subject ?? null;
}
