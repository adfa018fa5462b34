import type { Transaction } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

type Column = 'users_to' | 'groups_to';

/** How far the rules of this version have come, locked: two processes do not judge the same. */
export async function lockCheck(db: Transaction<DB>, rules: number) {
  await db
    .insertInto('name_checks')
    .values({ rules })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('name_checks').selectAll().where('rules', '=', rules).forUpdate().executeTakeFirstOrThrow();
}

export const isFinished = async (db: Db, rules: number): Promise<boolean> =>
  (await db.selectFrom('name_checks').select('rules').where('rules', '=', rules).where('finished_at', 'is not', null).execute()).length > 0;

export async function noteCheck(
  db: Transaction<DB>,
  rules: number,
  done: { [name in Column]?: string } & { finished_at?: Date },
): Promise<void> {
  await db.updateTable('name_checks').set(done).where('rules', '=', rules).execute();
}

/** Users with an id above this one, by id. */
export const findUsersAfter = (db: Transaction<DB>, after: string | null, limit: number) =>
  db
    .selectFrom('users')
    .select(['id', 'display_name', 'public_handle', 'status'])
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Leagues among friends with an id above this one, by id. */
export const findGroupsAfter = (db: Transaction<DB>, after: string | null, limit: number) =>
  db
    .selectFrom('forecast_groups')
    .select(['id', 'name'])
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Takes a display name away, unless its user has changed it meanwhile. */
export const dropDisplayName = (db: Transaction<DB>, id: string, name: string) =>
  db.updateTable('users').set({ display_name: null }).where('id', '=', id).where('display_name', '=', name).execute();

/** Gives a user another handle, unless they have changed it meanwhile. */
export const replaceHandle = (db: Transaction<DB>, id: string, before: string, public_handle: string) =>
  db.updateTable('users').set({ public_handle }).where('id', '=', id).where('public_handle', '=', before).execute();

export const renameGroup = (db: Transaction<DB>, id: string, before: string, name: string) =>
  db.updateTable('forecast_groups').set({ name }).where('id', '=', id).where('name', '=', before).execute();
