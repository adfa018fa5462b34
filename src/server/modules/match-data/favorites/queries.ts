import { sql } from 'kysely';
import type { FavoriteKind } from '#contract/favorites.ts';
import type { Db } from '#server/platform/db/pool.ts';

const TABLES = { match: 'matches', team: 'teams', league: 'leagues' } as const satisfies Record<FavoriteKind, string>;

/** Returns a user's favorites, the oldest first. */
export const findFavorites = (db: Db, userId: string) =>
  db
    .selectFrom('favorites')
    .select(['kind', 'target_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('target_id')
    .execute();

/** Locks the user's favorites against other changes until the transaction ends. */
export const lockUser = (db: Db, userId: string) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

export async function exists(db: Db, kind: FavoriteKind, id: number): Promise<boolean> {
  return (await db.selectFrom(TABLES[kind]).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Adds those of `ids` that exist, in this order and after all present favorites, whatever the clock says. */
export async function insertFavorites(db: Db, userId: string, kind: FavoriteKind, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into favorites (user_id, kind, target_id, created_at)
    select ${userId}, ${kind}, wanted.id, greatest(${now}::timestamptz, latest.at) + wanted.n * interval '1 microsecond'
    from unnest(${ids}::integer[]) with ordinality as wanted (id, n)
    inner join ${sql.table(TABLES[kind])} as known on known.id = wanted.id
    cross join (select max(created_at) as at from favorites where user_id = ${userId} and kind = ${kind}) as latest
    on conflict do nothing`.execute(db);
}

export async function deleteFavorite(db: Db, userId: string, kind: FavoriteKind, id: number): Promise<void> {
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('kind', '=', kind).where('target_id', '=', id).execute();
}

/** Deletes the oldest favorites of a kind, except the latest `kept`. */
export async function deleteOldest(db: Db, userId: string, kind: FavoriteKind, kept: number): Promise<void> {
  const ofKind = db.selectFrom('favorites').select('target_id').where('user_id', '=', userId).where('kind', '=', kind);
  const tooOld = ofKind.orderBy('created_at', 'desc').orderBy('target_id', 'desc').offset(kept);
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('kind', '=', kind).where('target_id', 'in', tooOld).execute();
}
