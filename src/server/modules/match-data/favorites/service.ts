import { FAVORITE_KINDS, FAVORITES_MAX, type FavoriteKind, type Favorites } from '#contract/favorites.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import * as favorites from './queries.ts';

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
    if (!(await favorites.exists(db, kind, id))) throw new AppError('not_found');
    await follow(deps, db, userId, kind, [id]);
  });

export const remove = (deps: Deps, userId: string, kind: FavoriteKind, id: number): Promise<Favorites> =>
  changing(deps, userId, (db) => favorites.deleteFavorite(db, userId, kind, id));

/** Applies one user's changes one after the other, so that simultaneous ones lose nothing and do not exceed the limit. */
async function changing(deps: Deps, userId: string, change: (db: Db) => Promise<void>): Promise<Favorites> {
  await requireUser(deps, userId);
  return transact(deps, async (db) => {
    await favorites.lockUser(db, userId);
    await change(db);
    return listOf(db, userId);
  });
}

async function follow(deps: Deps, db: Db, userId: string, kind: FavoriteKind, ids: readonly number[]): Promise<void> {
  await favorites.insertFavorites(db, userId, kind, [...new Set(ids)], deps.now());
  await favorites.deleteOldest(db, userId, kind, FAVORITES_MAX);
}

async function listOf(db: Db, userId: string): Promise<Favorites> {
  const rows = await favorites.findFavorites(db, userId);
  const of = (kind: FavoriteKind) => rows.filter((row) => row.kind === kind).map(({ target_id }) => target_id);
  return { match: of('match'), team: of('team'), league: of('league') };
}
