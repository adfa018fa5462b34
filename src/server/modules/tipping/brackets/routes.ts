import type { Hono } from 'hono';
import * as contract from '#contract/brackets.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import * as service from './service.ts';
import * as tables from './table.ts';

const SAVES_PER_MINUTE = 60;

export function bracketsRoutes(app: Hono, deps: Deps): void {
  const limit = requestLimit(deps, 'bracket', SAVES_PER_MINUTE, 60);
  mount(app, deps, contract.listBrackets, (input, user) => tables.list(deps, user?.id ?? null, input));
  mount(app, deps, contract.getBracket, (input, user) => service.challenge(deps, user?.id ?? null, input));
  mount(app, deps, contract.putBracket, (input, user) => service.save(deps, limit, user.id, input));
  mount(app, deps, contract.withdrawBracket, (input, user) => service.withdraw(deps, user.id, input));
  mount(app, deps, contract.getBracketTable, (input) => tables.table(deps, input));
  mount(app, deps, contract.getBracketEntry, ({ id }) => service.seeEntry(deps, id));
}
