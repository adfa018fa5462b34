import type { Hono } from 'hono';
import { listBets, placeBet } from '#contract/bets.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as bets from './service.ts';

export function betsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, placeBet, (input, user, { ip, idempotency }) => {
    bets.requireRegion(deps, ip);
    return bets.placeBet(deps, user.id, input, idempotency);
  });
  mount(app, deps, listBets, (input, user) => bets.list(deps, user.id, input));
}
