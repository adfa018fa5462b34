import type { Hono } from 'hono';
import * as contract from '#contract/survivor.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import * as games from './games.ts';
import { list } from './listing.ts';
import * as views from './views.ts';

const [PICKS_PER_MINUTE, GAMES_PER_HOUR] = [60, 60];

export function survivorRoutes(app: Hono, deps: Deps): void {
  const picks = requestLimit(deps, 'survivor-pick', PICKS_PER_MINUTE, 60);
  const made = requestLimit(deps, 'survivor-game', GAMES_PER_HOUR, 60 * 60);
  mount(app, deps, contract.listSurvivor, ({ group_id }, user) => list(deps, user?.id ?? null, group_id));
  mount(app, deps, contract.createSurvivor, (input, user) => games.create(deps, made, user.id, input));
  mount(app, deps, contract.getSurvivor, ({ game_id }, user) => views.view(deps, user?.id ?? null, game_id));
  mount(app, deps, contract.joinSurvivor, ({ game_id }, user) => games.join(deps, user.id, game_id));
  mount(app, deps, contract.leaveSurvivor, ({ game_id }, user) => games.leave(deps, user.id, game_id));
  mount(app, deps, contract.pickSurvivor, (input, user) => games.pick(deps, picks, user.id, input));
  mount(app, deps, contract.getSurvivorTable, (input, user) => views.table(deps, user?.id ?? null, input));
  mount(app, deps, contract.getSurvivorEntry, ({ id }) => views.seeEntry(deps, id));
}
