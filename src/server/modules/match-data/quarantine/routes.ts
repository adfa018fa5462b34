import type { Hono } from 'hono';
import { acceptQuarantined, dropQuarantined, listQuarantine } from '#contract/contest-admin.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/modules/admins/public.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as quarantine from './service.ts';

export function quarantineRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listQuarantine, (input) => quarantine.list(deps, input));
  mount(app, deps, acceptQuarantined, (input, admin, request) => quarantine.accept(deps, actorOf(admin, request), input));
  mount(app, deps, dropQuarantined, (input, admin, request) => quarantine.drop(deps, actorOf(admin, request), input));
}
