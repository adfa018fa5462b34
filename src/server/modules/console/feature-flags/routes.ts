import type { Hono } from 'hono';
import { changeNotice, changeSwitch, getNotice, listSwitches } from '#contract/feature-flags.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/modules/admins/public.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as switches from './service.ts';

export function switchesRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listSwitches, () => switches.listAll(deps));
  mount(app, deps, changeSwitch, (input, admin, request) => switches.change(deps, actorOf(admin, request), input));
  mount(app, deps, getNotice, () => switches.lastNotice(deps));
  mount(app, deps, changeNotice, (input, admin, request) => switches.changeNotice(deps, actorOf(admin, request), input));
}
