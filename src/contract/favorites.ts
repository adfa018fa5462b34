import { z } from 'zod';
import { numericId } from './common.ts';
import { endpoint } from './endpoint.ts';

export const FAVORITE_KINDS = ['match', 'team', 'league'] as const;
export type FavoriteKind = (typeof FAVORITE_KINDS)[number];

/** Maximum number of favorites per kind; the oldest are dropped. */
export const FAVORITES_MAX = 100;

/** Ids of what a user follows, the latest star last. */
export const favorites = z.object({ match: z.array(numericId), team: z.array(numericId), league: z.array(numericId) });
export type Favorites = z.infer<typeof favorites>;

const one = z.object({ kind: z.enum(FAVORITE_KINDS), id: numericId });

export const listFavorites = endpoint({
  method: 'GET',
  path: '/api/favorites',
  access: 'user',
  summary: "The caller's favorites",
  input: z.object({}),
  reply: favorites,
});

export const mergeFavorites = endpoint({
  method: 'POST',
  path: '/api/favorites',
  access: 'user',
  summary: 'Adds favorites chosen as a guest; unknown ones are ignored',
  input: z.strictObject({
    match: z.array(numericId).max(FAVORITES_MAX),
    team: z.array(numericId).max(FAVORITES_MAX),
    league: z.array(numericId).max(FAVORITES_MAX),
  }),
  reply: favorites,
});

export const addFavorite = endpoint({
  method: 'PUT',
  path: '/api/favorites/:kind/:id',
  access: 'user',
  summary: 'Follows a match, a team or a league',
  input: z.strictObject(one.shape),
  reply: favorites,
});

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/favorites/:kind/:id',
  access: 'user',
  summary: 'Unfollows a match, a team or a league; no error if it was not followed',
  input: one,
  reply: favorites,
});
