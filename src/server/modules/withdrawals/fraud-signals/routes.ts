import type { Hono } from 'hono';
import { userEvidence } from '#contract/fraud-signals.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { allEvidence } from './service.ts';

export function evidenceRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, userEvidence, ({ id }) => allEvidence(deps, id));
}
