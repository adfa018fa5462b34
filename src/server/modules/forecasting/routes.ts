import type { Hono } from 'hono';
import { getBestOfDay } from '#contract/best.ts';
import * as contract from '#contract/forecast-league.ts';
import { getProjection, getScoreProbability } from '#contract/forecasts.ts';
import { getSeasonOutlook } from '#contract/outlook.ts';
import { getTeamStrength } from '#contract/teams.ts';
import type { Deps } from '#server/deps.ts';
import { mount, mountCached } from '#server/platform/http/mount.ts';
import { bestOfDay } from './best-of-day/best.ts';
import * as forecasts from './forecast-league/forecasts.ts';
import * as groups from './forecast-league/groups.ts';
import * as standing from './forecast-league/standing.ts';
import { leagueOutlook } from './forecasts/league-outlook.ts';
import { projection } from './forecasts/projection.ts';
import { scoreProbability } from './forecasts/score-probability.ts';
import { teamStrength } from './forecasts/team-strength.ts';
import { trackRecordRoutes } from './forecasts/track-record.ts';

export function forecastLeagueRoutes(app: Hono, deps: Deps): void {
  const limits = groups.joinLimits(deps);
  mount(app, deps, contract.listForecastMatches, (input, user) => forecasts.listMatches(deps, user.id, input));
  mount(app, deps, contract.listForecasts, (input, user) => forecasts.listOwn(deps, user.id, input));
  mount(app, deps, contract.getForecast, ({ match_id }, user) => forecasts.one(deps, user.id, match_id));
  mount(app, deps, contract.putForecast, (input, user) => forecasts.put(deps, user.id, input));
  mount(app, deps, contract.withdrawForecast, ({ match_id }, user) => forecasts.withdraw(deps, user.id, match_id));
  mount(app, deps, contract.getForecastStanding, (input, user) => standing.standing(deps, user.id, input));
  mountCached(app, deps, contract.getForecastTable, (input) => standing.table(deps, input));

  mount(app, deps, contract.listForecastGroups, (_, user) => groups.mine(deps, user.id));
  mount(app, deps, contract.createForecastGroup, ({ name }, user) => groups.create(deps, user.id, name));
  mount(app, deps, contract.joinForecastGroup, ({ code }, user, { ip }) => groups.join(deps, limits, user.id, ip, code));
  mount(app, deps, contract.getForecastGroup, ({ group_id, window }, user) => groups.one(deps, user.id, group_id, window));
  mount(app, deps, contract.renameForecastGroup, ({ group_id, name }, user) => groups.rename(deps, user.id, group_id, name));
  mount(app, deps, contract.endForecastGroup, ({ group_id }, user) => groups.end(deps, user.id, group_id));
  mount(app, deps, contract.removeForecastMember, ({ group_id, handle }, user) => groups.removeMember(deps, user.id, group_id, handle));
}

export function forecastsRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, getScoreProbability, (input) => scoreProbability(deps, input));
  mount(app, deps, getProjection, (input) => projection(deps, input));
  mountCached(app, deps, getSeasonOutlook, (input) => leagueOutlook(deps, input));
  mountCached(app, deps, getTeamStrength, (input) => teamStrength(deps, input));
  mountCached(app, deps, getBestOfDay, (input) => bestOfDay(deps, input));
  trackRecordRoutes(app, deps);
}
