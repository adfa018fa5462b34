import { z } from 'zod';
import { queryText } from '#contract/common.ts';
import { endpoint } from '#contract/endpoint.ts';
import { RANKINGS, ZONE_KINDS } from '#domain/matches/league-rules.ts';
import { fields, id, league, listOf, match, names, pageOf, paging, pathId, sport, team } from './parts.ts';

/** Sports, leagues, teams and players of the open API. */

const count = z.number().int();
const season = queryText(20).min(1).optional().meta({ description: 'A season as named in `seasons`; the present one if absent.' });

export const v1Sports = endpoint({
  method: 'GET',
  path: '/api/v1/sports',
  operation: 'listSports',
  access: 'open',
  summary: 'List sports',
  input: z.object(fields),
  reply: listOf(
    z.object({
      id: sport,
      can_draw: z.boolean().meta({ description: 'Whether matches can end level; a match says so itself where it differs.' }),
      parts: z.enum(['halves', 'quarters', 'sets', 'maps']),
    }),
  ),
});

const leagueNow = league.extend({ season: z.string().meta({ description: 'The present season.' }) });

export const v1Leagues = endpoint({
  method: 'GET',
  path: '/api/v1/leagues',
  operation: 'listLeagues',
  access: 'open',
  summary: 'List leagues',
  description: 'Leagues, cups and tours, by id.',
  input: z.object({ sport: sport.optional(), ...paging }),
  reply: pageOf(leagueNow),
});

export const v1League = endpoint({
  method: 'GET',
  path: '/api/v1/leagues/:id',
  operation: 'getLeague',
  access: 'open',
  summary: 'Get a league',
  input: z.object({ id: pathId, ...fields }),
  reply: leagueNow,
});

const tableRow = z.object({
  position: count,
  team,
  played: count,
  won: count,
  drawn: count,
  lost: count,
  scored: count.meta({ description: 'Goals, points or games scored.' }),
  conceded: count,
  points: count,
  form: z.array(z.enum(['W', 'D', 'L'])).meta({ description: 'The last five results, the newest last.' }),
  zone: z.enum(ZONE_KINDS).nullable().meta({ description: 'What the place leads to.' }),
  moved: count.meta({ description: 'With `live=1`: places gained; below 0: lost.' }),
  match_id: id.nullable().meta({ description: 'With `live=1`: the match that the team is playing.' }),
});

export const v1Table = endpoint({
  method: 'GET',
  path: '/api/v1/leagues/:id/table',
  operation: 'getTable',
  access: 'open',
  summary: 'Get a table',
  description: 'The tables of a season: one, or one for each group. A cup without groups has none.',
  input: z.object({
    id: pathId,
    season,
    live: z.enum(['0', '1']).default('0').meta({ description: '1: as it stands, with the scores of matches in play.' }),
    ...fields,
  }),
  reply: z.object({
    league,
    season: z.string(),
    seasons: z.array(z.string()).meta({ description: 'All seasons, the newest first.' }),
    ordered_by: z.enum(RANKINGS),
    tables: z.array(z.object({ group: z.string().nullable(), rows: z.array(tableRow) })),
  }),
});

export const v1Scorers = endpoint({
  method: 'GET',
  path: '/api/v1/leagues/:id/scorers',
  operation: 'listScorers',
  access: 'open',
  summary: 'List top scorers',
  input: z.object({ id: pathId, season, limit: z.coerce.number<number>().int().min(1).max(100).default(30), ...fields }),
  reply: z.object({
    league,
    season: z.string(),
    data: z.array(
      z.object({
        position: count.meta({ description: 'Shared by players with equally many goals.' }),
        player: z.object({ id: id.nullable(), name: z.string() }),
        team,
        goals: count,
        penalties: count,
        assists: count,
      }),
    ),
  }),
});

export const v1Team = endpoint({
  method: 'GET',
  path: '/api/v1/teams/:id',
  operation: 'getTeam',
  access: 'open',
  summary: 'Get a team',
  input: z.object({ id: pathId, ...fields }),
  reply: team.extend({
    sport,
    country_code: z.string().nullable(),
    colours: z.tuple([z.string(), z.string()]).meta({ description: 'Two CSS colours.' }),
    leagues: z.array(league).meta({ description: 'The leagues it has played in, the most recent first.' }),
    matches: z.array(match).meta({ description: 'The last ten, those in play, and the next ten, by kick-off.' }),
  }),
});

const player = z.object({
  id: id.nullable().meta({ description: 'Null where a name is not known well enough to have a page.' }),
  name: z.string(),
  number: count.nullable(),
  position: z.enum(['GK', 'DEF', 'MID', 'FWD', 'OTH']).nullable(),
});
const playerFigures = z.object({
  appearances: count,
  starts: count,
  goals: count.meta({ description: 'With penalties; without own goals and shoot-outs.' }),
  penalties: count,
  assists: count,
  yellow_cards: count,
  red_cards: count,
  rating: z.number().min(0).max(10).nullable().meta({ description: 'The mean of a provider’s ratings.' }),
});

export const v1TeamPlayers = endpoint({
  method: 'GET',
  path: '/api/v1/teams/:id/players',
  operation: 'listTeamPlayers',
  access: 'open',
  summary: "List a team's players",
  description: 'Players of the present seasons with their figures, goalkeepers first.',
  input: z.object({ id: pathId, ...fields }),
  reply: listOf(player.extend(playerFigures.shape)),
});

export const v1Player = endpoint({
  method: 'GET',
  path: '/api/v1/players/:id',
  operation: 'getPlayer',
  access: 'open',
  summary: 'Get a player',
  input: z.object({ id: pathId, ...fields }),
  reply: player.extend({
    id,
    sport,
    team,
    competitions: z.array(playerFigures.extend({ league, season: z.string() })),
  }),
});

const hit = z.object({
  kind: z.enum(['league', 'team', 'player']),
  id,
  name: z.string(),
  names,
  sport,
  team: team.nullable().meta({ description: 'The team of a player.' }),
});

export const v1Search = endpoint({
  method: 'GET',
  path: '/api/v1/search',
  operation: 'search',
  access: 'open',
  summary: 'Search by name',
  description: 'Leagues, teams and players by any of their names, the best match first. Accents, case and small slips do not matter.',
  input: z.object({
    q: queryText(80).min(1),
    sport: sport.optional(),
    limit: z.coerce.number<number>().int().min(1).max(20).default(8),
    ...fields,
  }),
  reply: listOf(hit),
});
