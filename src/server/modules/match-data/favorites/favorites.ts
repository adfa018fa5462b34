import { sql } from 'kysely';
import { FAVORITE_KINDS, FAVORITES_MAX, type FavoriteKind, type Favorites } from '#contract/favorites.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';

/** Returns a user's favorites, the latest last. */
export async function mine(deps: Deps, userId: string): Promise<Favorites> {
  await requireUser(deps, userId);
  return listOf(deps.db, userId);
}

/** Appends a guest's favorites to those of the user; unknown ids are left out. */
export const merge = (deps: Deps, userId: string, starred: Favorites): Promise<Favorites> =>
  changing(deps, userId, async (db) => {
    for (const kind of FAVORITE_KINDS) await follow(deps, db, userId, kind, starred[kind]);
  });

/** Adds a match, a team or a league. Idempotent: what is already a favorite keeps its place. */
export const add = (deps: Deps, userId: string, kind: FavoriteKind, id: number): Promise<Favorites> =>
  changing(deps, userId, async (db) => {
    if (!(await exists(db, kind, id))) throw new AppError('not_found');
    await follow(deps, db, userId, kind, [id]);
  });

export const remove = (deps: Deps, userId: string, kind: FavoriteKind, id: number): Promise<Favorites> =>
  changing(deps, userId, (db) => deleteFavorite(db, userId, kind, id));

/** Applies one user's changes one after the other, so that simultaneous ones lose nothing and do not exceed the limit. */
async function changing(deps: Deps, userId: string, change: (db: Db) => Promise<void>): Promise<Favorites> {
  await requireUser(deps, userId);
  return transact(deps, async (db) => {
    await lockUser(db, userId);
    await change(db);
    return listOf(db, userId);
  });
}

async function follow(deps: Deps, db: Db, userId: string, kind: FavoriteKind, ids: readonly number[]): Promise<void> {
  await insertFavorites(db, userId, kind, [...new Set(ids)], deps.now());
  await deleteOldest(db, userId, kind, FAVORITES_MAX);
}

async function listOf(db: Db, userId: string): Promise<Favorites> {
  const rows = await findFavorites(db, userId);
  const of = (kind: FavoriteKind) => rows.filter((row) => row.kind === kind).map(({ target_id }) => target_id);
  return { match: of('match'), team: of('team'), league: of('league') };
}

const TABLES = { match: 'matches', team: 'teams', league: 'leagues' } as const satisfies Record<FavoriteKind, string>;

/** Returns a user's favorites, the oldest first. */
const findFavorites = (db: Db, userId: string) =>
  db
    .selectFrom('favorites')
    .select(['kind', 'target_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('target_id')
    .execute();

/** Locks the user's favorites against other changes until the transaction ends. */
const lockUser = (db: Db, userId: string) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

async function exists(db: Db, kind: FavoriteKind, id: number): Promise<boolean> {
  return (await db.selectFrom(TABLES[kind]).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Adds those of `ids` that exist, in this order and after all present favorites, whatever the clock says. */
async function insertFavorites(db: Db, userId: string, kind: FavoriteKind, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into favorites (user_id, kind, target_id, created_at)
    select ${userId}, ${kind}, wanted.id, greatest(${now}::timestamptz, latest.at) + wanted.n * interval '1 microsecond'
    from unnest(${ids}::integer[]) with ordinality as wanted (id, n)
    inner join ${sql.table(TABLES[kind])} as known on known.id = wanted.id
    cross join (select max(created_at) as at from favorites where user_id = ${userId} and kind = ${kind}) as latest
    on conflict do nothing`.execute(db);
}

async function deleteFavorite(db: Db, userId: string, kind: FavoriteKind, id: number): Promise<void> {
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('kind', '=', kind).where('target_id', '=', id).execute();
}

/** Deletes the oldest favorites of a kind, except the latest `kept`. */
async function deleteOldest(db: Db, userId: string, kind: FavoriteKind, kept: number): Promise<void> {
  const ofKind = db.selectFrom('favorites').select('target_id').where('user_id', '=', userId).where('kind', '=', kind);
  const tooOld = ofKind.orderBy('created_at', 'desc').orderBy('target_id', 'desc').offset(kept);
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('kind', '=', kind).where('target_id', 'in', tooOld).execute();
}
