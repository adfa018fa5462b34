import type { Hono } from 'hono';
import { createShare, getShared, listShares, removeShare } from '#contract/shares.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as shares from './shares.ts';

export function sharesRoutes(app: Hono, deps: Deps): void {
  const limit = shares.shareLimit(deps);
  mount(app, deps, createShare, (input, user) => shares.createShare(deps, limit, user.id, input));
  mount(app, deps, listShares, (input, user) => shares.listShares(deps, user.id, input));
  mount(app, deps, removeShare, ({ id }, user) => shares.removeShare(deps, user.id, id));
  mount(app, deps, getShared, ({ id }) => shares.getShared(deps, id));
}
