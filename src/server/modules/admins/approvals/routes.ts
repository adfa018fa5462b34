import type { Hono } from 'hono';
import { approve, listApprovals, reject } from '#contract/approvals.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as decide from './decide.ts';
import * as approvals from './service.ts';

export function approvalsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listApprovals, (input, admin) => approvals.list(deps, admin, input));
  mount(app, deps, approve, (input, admin, request) => decide.approve(deps, admin, request, input));
  mount(app, deps, reject, (input, admin, request) => decide.reject(deps, admin, request, input));
}
