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
  /** Points deducted by the league, already subtracted in `points`; absent if none. */
  deducted: z.number().int().optional(),
  /** Last five, newest last. */
  form: z.array(z.enum(['W', 'D', 'L'])),
  /** What the place leads to, such as promotion; null in the middle. */
  zone: z.enum(ZONE_KINDS).nullable(),
  /** In the live table: the team's match in play, with its goals so far. */
  playing: z.object({ match_id: numericId, goals_for: z.number().int(), goals_against: z.number().int() }).nullable(),
  /** In the live table: places gained (negative: lost) since the table that `moved_since` says. */
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

/** A season of a league, and its other seasons, newest first. */
const seasonal = { league: leagueRef, season: z.string(), seasons: z.array(z.string()) };
const season = z.string().max(20).optional();

export const STANDINGS_VIEWS = ['all', 'home', 'away'] as const;

export const getStandings = endpoint({
  method: 'GET',
  path: '/api/leagues/:id/standings',
  access: 'public',
  summary: 'The tables of a season: one, or one per group',
  input: z.object({
    id: numericId,
    season,
    top: z.coerce.number<number>().int().min(1).max(100).optional(),
    /** Home and away count only the matches played there. */
    view: z.enum(STANDINGS_VIEWS).default('all'),
    /** "1": the live table, with the scores of the matches in play. */
    live: z.enum(['0', '1']).default('0'),
  }),
  reply: z.object({
    ...seasonal,
    /** Null if the league has one table; empty for a cup without groups. */
    tables: z.array(
      z.object({
        group: z.string().nullable(),
        /** Total number of teams if `top` cuts the rows. */
        teams: z.number().int(),
        rows: z.array(standingRow),
      }),
    ),
    /** Whether the season has knock-out rounds up to a final: see `/draw`. */
    has_draw: z.boolean(),
    /** Matches in play whose scores count (or would, with `live`). */
    in_play: z.number().int(),
    /**
     * What places gained or lost are counted from, in the live table: the table before the matches in play or, while there are none, before
     * the last round. Null if nothing is counted.
     */
    moved_since: z.union([z.object({ kind: z.literal('play') }), z.object({ kind: z.literal('round'), round: z.string() })]).nullable(),
    points: z.object({ win: z.number().int(), draw: z.number().int() }),
    /** What teams are ranked by before tie-breakers: points, or the share of games won. */
    ordered_by: z.enum(RANKINGS),
    tie_breakers: z.array(z.enum(TIE_BREAKERS)),
  }),
});

/** Two competitors, one of whom advances: those of the first match, on its sides. */
export const drawTie = z.object({
  /** One match; two legs with aggregate goals; a drawn match that is replayed; or a series to win by majority. */
  kind: z.enum(TIE_KINDS),
  /** In playing order. */
  matches: z.tuple([matchSummary], matchSummary),
  /** By the sides of the first match; null while open, and if it is not known who advances. */
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
    /** Empty without knock-out rounds; several if the season has several, each with the name of its section. */
    draws: z.array(
      z.object({
        section: z.string(),
        /** The rounds form a bracket: slots 2k and 2k + 1 of one lead to slot k of the next. Otherwise each is a list of ties. */
        joins: z.boolean(),
        rounds: z.array(
          z.object({
            name: z.string(),
            slots: z.array(
              z.object({
                tie: drawTie.nullable(),
                /** A tie is still to come here; false also if a competitor advanced without a match. */
                open: z.boolean(),
                /** It is known to be between the winners of its two slots in the previous round. */
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
  summary: "A round's fixtures and results, and the list of rounds",
  input: z.object({ id: numericId, season, round: z.string().max(120).optional() }),
  reply: z.object({
    ...seasonal,
    /** In playing order. */
    rounds: z.array(
      z.object({
        name: z.string(),
        from: timestamp.nullable(),
        to: timestamp.nullable(),
        finished: z.number().int(),
        total: z.number().int(),
      }),
    ),
    /** The round shown: the requested one, else the present or next one; null if nothing is planned. */
    round: z.string().nullable(),
    items: z.array(matchSummary),
  }),
});

const rankedPlayer = z.object({
  /** Shared by players with the same number of goals, or of assists in the list of assists. */
  position: z.number().int(),
  player: z.string(),
  /** The id of the player's page; null if the name has none. */
  player_id: numericId.nullable(),
  team: teamRef,
  /** Includes penalties; own goals and shoot-outs never count. */
  goals: z.number().int(),
  penalties: z.number().int(),
  assists: z.number().int(),
});

export const getLeagueScorers = endpoint({
  method: 'GET',
  path: '/api/leagues/:id/scorers',
  access: 'public',
  summary: "A season's top scorers and assists, of the league or of one team",
  input: z.object({
    id: numericId,
    season,
    team_id: numericId.optional(),
    top: z.coerce.number<number>().int().min(1).max(100).default(30),
  }),
  reply: z.object({
    ...seasonal,
    /** The season's teams, by name. */
    teams: z.array(teamRef),
    items: z.array(rankedPlayer),
    /** Players by assists; empty where the source tells none. */
    assists: z.array(rankedPlayer),
    /** Goals of the season, and how many of them have a known scorer and a known assist: shows how complete the lists are. */
    goals: z.object({ all: z.number().int(), named: z.number().int(), assisted: z.number().int() }),
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
