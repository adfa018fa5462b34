import type { Db } from '#server/db/pool.ts';

export const findLinkedAccounts = (db: Db, userId: string) =>
  db
    .selectFrom('linked_accounts')
    .select(['id', 'type', 'subject', 'identifier', 'reachable', 'created_at', 'verified_at'])
    .where('user_id', '=', userId)
    .orderBy('type')
    .execute();
