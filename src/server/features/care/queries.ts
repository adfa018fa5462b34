import type { Db } from '#server/db/pool.ts';

/** The exclusion that holds longest; undefined where none does. */
export const findExclusion = (db: Db, userId: string, at: Date) =>
  db
    .selectFrom('exclusions')
    .select(['id', 'kind', 'began_at', 'until'])
    .where('user_id', '=', userId)
    .where('until', '>', at)
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst();
