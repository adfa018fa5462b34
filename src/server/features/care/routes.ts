import type { Hono } from 'hono';
import { excludeSelf, getLimits, setLimit } from '#contract/care.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/features/auth/service.ts';
import { mount } from '#server/http/mount.ts';
import * as care from './service.ts';

export function careRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getLimits, async (_, { id }) => care.limitsOf(deps, deps.db, (await requireUser(deps, id)).id));
  mount(app, deps, setLimit, (input, user) => care.setLimit(deps, user, input));
  mount(app, deps, excludeSelf, (input, user) => care.excludeSelf(deps, user, input));
}
