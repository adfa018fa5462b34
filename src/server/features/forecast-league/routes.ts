import type { Hono } from 'hono';
import * as contract from '#contract/forecast-league.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/http/cached.ts';
import { mount } from '#server/http/mount.ts';
import * as league from './service.ts';

export function forecastLeagueRoutes(app: Hono, deps: Deps): void {
  const limits = league.joinLimits(deps);
  mount(app, deps, contract.listForecastMatches, (input, user) => league.listMatches(deps, user.id, input));
  mount(app, deps, contract.listForecasts, (input, user) => league.listOwn(deps, user.id, input));
  mount(app, deps, contract.getForecast, ({ match_id }, user) => league.oneForecast(deps, user.id, match_id));
  mount(app, deps, contract.putForecast, (input, user) => league.put(deps, user.id, input));
  mount(app, deps, contract.withdrawForecast, ({ match_id }, user) => league.withdraw(deps, user.id, match_id));
  mount(app, deps, contract.getForecastStanding, (input, user) => league.standing(deps, user.id, input));
  mountCached(app, deps, contract.getForecastTable, (input) => league.table(deps, input));

  mount(app, deps, contract.listForecastGroups, (_, user) => league.myGroups(deps, user.id));
  mount(app, deps, contract.createForecastGroup, ({ name }, user) => league.create(deps, user.id, name));
  mount(app, deps, contract.joinForecastGroup, ({ code }, user, { ip }) => league.join(deps, limits, user.id, ip, code));
  mount(app, deps, contract.getForecastGroup, ({ group_id, window }, user) => league.oneGroup(deps, user.id, group_id, window));
  mount(app, deps, contract.renameForecastGroup, ({ group_id, name }, user) => league.rename(deps, user.id, group_id, name));
  mount(app, deps, contract.endForecastGroup, ({ group_id }, user) => league.end(deps, user.id, group_id));
  mount(app, deps, contract.removeForecastMember, ({ group_id, handle }, user) => league.removeMember(deps, user.id, group_id, handle));
}
