import type { Hono } from 'hono';
import { search } from '#contract/search.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { createNameIndexCache } from './known-names.ts';
import { find } from './service.ts';

/** Search replies are not cached like other public replies: every keystroke is another query, and they would evict frequently used replies. */
export function searchRoutes(app: Hono, deps: Deps): void {
  const knownNames = createNameIndexCache(deps);
  mount(app, deps, search, (input) => find(deps, knownNames, input));
}
