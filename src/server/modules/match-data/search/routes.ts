import type { Hono } from 'hono';
import { search } from '#contract/search.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { createNameIndexCache } from './known-names.ts';
import { find } from './service.ts';

/** Not kept like other public answers: every keystroke asks for another one, and they would drive out what many ask for. */
export function searchRoutes(app: Hono, deps: Deps): void {
  const knownNames = createNameIndexCache(deps);
  mount(app, deps, search, (input) => find(deps, knownNames, input));
}
