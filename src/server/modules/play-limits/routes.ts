import type { Hono } from 'hono';
import { getHelpLines } from '#contract/help-lines.ts';
import { excludeSelf, getLimits, setLimit } from '#contract/play-limits.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as exclusions from './exclusions.ts';
import { helpLinesFor } from './help-lines/help-lines.ts';
import * as limits from './limits.ts';

export function playLimitsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getLimits, async (_, { id }) => limits.limitsOf(deps, deps.db, (await requireUser(deps, id)).id));
  mount(app, deps, setLimit, (input, user) => limits.setLimit(deps, user, input));
  mount(app, deps, excludeSelf, (input, user) => exclusions.excludeSelf(deps, user, input));
  mount(app, deps, getHelpLines, ({ country }, caller, { ip }) => helpLinesFor(deps, { country, userId: caller?.id ?? null, ip }));
}
