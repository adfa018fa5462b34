import type { Hono } from 'hono';
import { getMatchCalendar } from '#contract/calendars.ts';
import { acceptQuarantined, changeFixture, createFixture, dropQuarantined, listFixtures, listQuarantine } from '#contract/contest-admin.ts';
import { addFavorite, listFavorites, mergeFavorites, removeFavorite } from '#contract/favorites.ts';
import { getLeague, getLeagueDraw, getLeagueFixtures, getLeagueScorers, getStandings, listLeagues } from '#contract/leagues.ts';
import { getMatchCourse } from '#contract/match-course.ts';
import {
  getHeadToHead,
  getMatch,
  getMatchOdds,
  getMatchStatistics,
  listMatches,
  recommendedMatch,
  selectedMatches,
} from '#contract/matches.ts';
import { getMatchPlayers, getPlayer } from '#contract/players.ts';
import { search } from '#contract/search.ts';
import { getTeam, getTeamPlayers } from '#contract/teams.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/modules/admins/public.ts';
import { mount, mountCached } from '#server/platform/http/mount.ts';
import * as calendar from './calendar/calendar.ts';
import * as favorites from './favorites/favorites.ts';
import { draw, fixtures } from './leagues/fixtures.ts';
import * as leagues from './leagues/leagues.ts';
import * as scorers from './leagues/scorers.ts';
import * as standings from './leagues/standings.ts';
import * as manualMatches from './manual-matches/service.ts';
import { course } from './matches/course.ts';
import * as detail from './matches/detail.ts';
import * as headToHead from './matches/head-to-head.ts';
import * as oddsMovement from './matches/odds-movement.ts';
import * as matches from './matches/service.ts';
import * as quarantine from './quarantine/service.ts';
import { find } from './search/search.ts';
import { player } from './teams/player.ts';
import { matchPlayers } from './teams/player-ids.ts';
import { players } from './teams/players.ts';
import * as teams from './teams/team.ts';

export function matchesRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, listMatches, (input) => matches.list(deps, input));
  mountCached(app, deps, recommendedMatch, (input) => matches.recommended(deps, input));
  mountCached(app, deps, selectedMatches, (input) => matches.selected(deps, input));
  mountCached(app, deps, getMatch, (input) => detail.one(deps, input));
  mountCached(app, deps, getMatchOdds, (input) => oddsMovement.odds(deps, input));
  mountCached(app, deps, getHeadToHead, (input) => headToHead.headToHead(deps, input));
  mountCached(app, deps, getMatchCourse, (input) => course(deps, input));
  mountCached(app, deps, getMatchStatistics, (input) => detail.statistics(deps, input));
  mountCached(app, deps, getMatchPlayers, (input) => matchPlayers(deps, input));
}

export function leaguesRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, listLeagues, (input) => leagues.list(deps, input));
  mountCached(app, deps, getLeague, (input) => leagues.one(deps, input));
  mountCached(app, deps, getStandings, (input) => standings.standings(deps, input));
  mountCached(app, deps, getLeagueScorers, (input) => scorers.scorers(deps, input));
  mountCached(app, deps, getLeagueDraw, (input) => draw(deps, input));
  mountCached(app, deps, getLeagueFixtures, (input) => fixtures(deps, input));
}

export function teamsRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, getTeam, (input) => teams.one(deps, input));
  mountCached(app, deps, getTeamPlayers, (input) => players(deps, input));
  mountCached(app, deps, getPlayer, (input) => player(deps, input));
}

export function calendarsRoutes(app: Hono, deps: Deps): void {
  const limit = calendar.calendarLimit(deps);
  mount(app, deps, getMatchCalendar, (input, _, request) => calendar.matchCalendar(deps, limit, input, request));
}

/** Search replies are not cached like other public replies: every keystroke is another query, and they would evict frequently used replies. */
export function searchRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, search, (input) => find(deps, input));
}

export function favoritesRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listFavorites, (_, user) => favorites.mine(deps, user.id));
  mount(app, deps, mergeFavorites, (input, user) => favorites.merge(deps, user.id, input));
  mount(app, deps, addFavorite, ({ kind, id }, user) => favorites.add(deps, user.id, kind, id));
  mount(app, deps, removeFavorite, ({ kind, id }, user) => favorites.remove(deps, user.id, kind, id));
}

export function fixturesRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listFixtures, (input) => manualMatches.list(deps, input), { fromReplica: true });
  mount(app, deps, createFixture, (input, admin, request) => manualMatches.create(deps, actorOf(admin, request), input));
  mount(app, deps, changeFixture, (input, admin, request) => manualMatches.change(deps, actorOf(admin, request), input));
}

export function quarantineRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listQuarantine, (input) => quarantine.list(deps, input), { fromReplica: true });
  mount(app, deps, acceptQuarantined, (input, admin, request) => quarantine.accept(deps, actorOf(admin, request), input));
  mount(app, deps, dropQuarantined, (input, admin, request) => quarantine.drop(deps, actorOf(admin, request), input));
}
