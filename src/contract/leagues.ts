import { z } from 'zod';
import { RANKINGS, TIE_BREAKERS, ZONE_KINDS } from '#domain/matches/league-rules.ts';
import { TIE_KINDS } from '#domain/matches/tie.ts';
import { numericId, side, sport, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, matchSummary, teamRef } from './matches.ts';

export const standingRow = z.object({
  position: z.number().int(),
  team: teamRef,
  played: z.number().int(),
  won: z.number().int(),
  drawn: z.number().int(),
  lost: z.number().int(),
  goals_for: z.number().int(),
  goals_against: z.number().int(),
  goal_difference: z.number().int(),
  points: z.number().int(),
  /** Points that the league took off, already missing in `points`; absent where none. */
  deducted: z.number().int().optional(),
  /** Last five, newest last. */
  form: z.array(z.enum(['W', 'D', 'L'])),
  /** What the place is good or bad for, null in the middle. */
  zone: z.enum(ZONE_KINDS).nullable(),
  /** In the table as it stands: the match this team is playing now, with its goals so far. */
  playing: z.object({ match_id: numericId, goals_for: z.number().int(), goals_against: z.number().int() }).nullable(),
  /** In the table as it stands: places gained (or lost, negative) by the matches in play. */
  moved: z.number().int(),
});
export type StandingRow = z.infer<typeof standingRow>;

export const listLeagues = endpoint({
  method: 'GET',
  path: '/api/leagues',
  access: 'public',
  summary: 'All leagues of a sport',
  input: z.object({ sport: sport.optional() }),
  reply: z.object({
    items: z.array(
      leagueRef.extend({ season: z.string(), teams: z.number().int(), matches_today: z.number().int(), live: z.number().int() }),
    ),
  }),
});

/** A season of a league, and which others there are, the newest first. */
const seasonal = { league: leagueRef, season: z.string(), seasons: z.array(z.string()) };
const season = z.string().max(20).optional();

export const STANDINGS_VIEWS = ['all', 'home', 'away'] as const;

export const getStandings = endpoint({
  method: 'GET',
  path: '/api/leagues/:id/standings',
  access: 'public',
  summary: 'The tables of a season: one, or one a group',
  input: z.object({
    id: numericId,
    season,
    top: z.coerce.number<number>().int().min(1).max(100).optional(),
    /** Home and away count only what teams did there. */
    view: z.enum(STANDINGS_VIEWS).default('all'),
    /** "1": as it stands, with the scores of the matches in play. */
    live: z.enum(['0', '1']).default('0'),
  }),
  reply: z.object({
    ...seasonal,
    /** Null where the league has one table; none for a cup without groups. */
    tables: z.array(
      z.object({
        group: z.string().nullable(),
        /** Teams in all, when `top` cuts the rows. */
        teams: z.number().int(),
        rows: z.array(standingRow),
      }),
    ),
    /** Whether knock-out rounds lead to a final this season: `/draw` has them. */
    has_draw: z.boolean(),
    /** Matches in play whose scores count (or would, without `live`). */
    in_play: z.number().int(),
    points: z.object({ win: z.number().int(), draw: z.number().int() }),
    /** What teams are ranked by before the tie-breakers: points, or the share of their games that they won. */
    ordered_by: z.enum(RANKINGS),
    tie_breakers: z.array(z.enum(TIE_BREAKERS)),
  }),
});

/** Two competitors of whom one goes on: those of the first match, on its sides. */
export const drawTie = z.object({
  /** One match; two legs whose goals are added up; a match that was level, played again; or several of which most must be won. */
  kind: z.enum(TIE_KINDS),
  /** In the order in which they are played. */
  matches: z.tuple([matchSummary], matchSummary),
  /** By the sides of the first match; null while open, and where nothing told who goes on. */
  winner: side.nullable(),
});
export type DrawTie = z.infer<typeof drawTie>;

export const getLeagueDraw = endpoint({
  method: 'GET',
  path: '/api/leagues/:id/draw',
  access: 'public',
  summary: "A season's knock-out rounds, from the first to the final",
  input: z.object({ id: numericId, season }),
  reply: z.object({
    ...seasonal,
    /** None where there are no knock-out rounds; several where a season has several, each with the name of its section. */
    draws: z.array(
      z.object({
        section: z.string(),
        /** The rounds lead into each other: slots 2k and 2k + 1 of one to slot k of the next. Else each is a list of its ties. */
        joins: z.boolean(),
        rounds: z.array(
          z.object({
            name: z.string(),
            slots: z.array(
              z.object({
                tie: drawTie.nullable(),
                /** A tie is still to come here; false also where somebody went on without a match. */
                open: z.boolean(),
                /** It is known to be between the winners of its two slots of the round before. */
                follows: z.boolean(),
              }),
            ),
          }),
        ),
        third_place: drawTie.nullable(),
      }),
    ),
  }),
});

export const getLeagueFixtures = endpoint({
  method: 'GET',
  path: '/api/leagues/:id/fixtures',
  access: 'public',
  summary: "A round's fixtures and results, and which rounds there are",
  input: z.object({ id: numericId, season, round: z.string().max(120).optional() }),
  reply: z.object({
    ...seasonal,
    /** In the order in which they are played. */
    rounds: z.array(
      z.object({
        name: z.string(),
        from: timestamp.nullable(),
        to: timestamp.nullable(),
        finished: z.number().int(),
        total: z.number().int(),
      }),
    ),
    /** The one on show: the one asked for, else the one now played or next; null where nothing is planned. */
    round: z.string().nullable(),
    items: z.array(matchSummary),
  }),
});

export const getLeagueScorers = endpoint({
  method: 'GET',
  path: '/api/leagues/:id/scorers',
  access: 'public',
  summary: "A season's top scorers",
  input: z.object({ id: numericId, season, top: z.coerce.number<number>().int().min(1).max(100).default(30) }),
  reply: z.object({
    ...seasonal,
    items: z.array(
      z.object({
        /** Shared by those with as many goals. */
        position: z.number().int(),
        player: z.string(),
        team: teamRef,
        /** Penalties included; own goals and shoot-outs never count. */
        goals: z.number().int(),
        penalties: z.number().int(),
        assists: z.number().int(),
      }),
    ),
    /** Goals of the season, and how many of them are known by their scorer: says how complete the list is. */
    goals: z.object({ all: z.number().int(), named: z.number().int() }),
  }),
});

export const getLeague = endpoint({
  method: 'GET',
  path: '/api/leagues/:id',
  access: 'public',
  summary: 'A league',
  input: z.object({ id: numericId }),
  reply: leagueRef.extend({ season: z.string() }),
});
