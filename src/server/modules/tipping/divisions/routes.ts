import type { Hono } from 'hono';
import * as contract from '#contract/divisions.ts';
import { getYear } from '#contract/year.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import * as service from './service.ts';
import { year } from './year.ts';

const JOINS_PER_HOUR = 20;

export function divisionsRoutes(app: Hono, deps: Deps): void {
  const limit = requestLimit(deps, 'division', JOINS_PER_HOUR, 3_600);
  mount(app, deps, contract.getDivision, ({ season }, user) => service.page(deps, user.id, season));
  mount(app, deps, contract.joinDivisions, (_, user) => service.join(deps, limit, user.id));
  mount(app, deps, contract.leaveDivisions, (_, user) => service.leave(deps, user.id));
  mount(app, deps, getYear, (input, user) => year(deps, user.id, input));
}
