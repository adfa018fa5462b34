import type { Hono } from 'hono';
import { addFavorite, listFavorites, mergeFavorites, removeFavorite } from '#contract/favorites.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as favorites from './service.ts';

export function favoritesRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listFavorites, (_, user) => favorites.mine(deps, user.id));
  mount(app, deps, mergeFavorites, (input, user) => favorites.merge(deps, user.id, input));
  mount(app, deps, addFavorite, ({ kind, id }, user) => favorites.add(deps, user.id, kind, id));
  mount(app, deps, removeFavorite, ({ kind, id }, user) => favorites.remove(deps, user.id, kind, id));
}
