import type { Hono } from 'hono';
import { changeFixture, createFixture, listFixtures } from '#contract/contest-admin.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/modules/admins/public.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as fixtures from './service.ts';

export function fixturesRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listFixtures, (input) => fixtures.list(deps, input));
  mount(app, deps, createFixture, (input, admin, request) => fixtures.create(deps, actorOf(admin, request), input));
  mount(app, deps, changeFixture, (input, admin, request) => fixtures.change(deps, actorOf(admin, request), input));
}
