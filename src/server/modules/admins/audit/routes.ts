import type { Hono } from 'hono';
import { listAudit } from '#contract/audit.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { list } from './service.ts';

export function auditRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listAudit, (input) => list(deps, input));
}
