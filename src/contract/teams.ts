import { z } from 'zod';
import { numericId, sport, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, lineup, matchSummary, teamRef } from './matches.ts';

export const getTeam = endpoint({
  method: 'GET',
  path: '/api/teams/:id',
  access: 'public',
  summary: 'A team, its leagues, and its matches around now',
  input: z.object({ id: numericId }),
  reply: z.object({
    team: teamRef,
    sport,
    country_code: z.string().nullable(),
    /** The leagues it has played in, most recent first. */
    leagues: z.array(leagueRef),
    /** The last ten, those in play, and the next ten, by kick-off. */
    matches: z.array(matchSummary.extend({ league: leagueRef })),
    /** Expected goals a match in the current seasons of its leagues, and in how many matches they are told; null if in none. */
    expected_goals: z.object({ matches: z.number().int().min(1), scored: z.number(), conceded: z.number() }).nullable(),
  }),
});

const count = z.number().int();

/** A player by name: feeds give none an id that is kept, and within a team a name is one player. */
export const teamPlayer = z.object({
  /** The id of the player's page; null if the name has none. */
  id: numericId.nullable(),
  name: z.string(),
  number: count.nullable(),
  /** Null for players known from match events only. */
  position: lineup.shape.players.element.shape.position.nullable(),
  starts: count,
  /** Starts, and matches in which the player came on or played minutes that a provider counted. */
  appearances: count,
  /** Includes penalties; own goals and shoot-outs never count. */
  goals: count,
  penalties: count,
  assists: count,
  yellow_cards: count,
  /** Includes second yellow cards. */
  red_cards: count,
  /** Mean of the provider's ratings, 0 to 10, over the rated matches. */
  rating: z.object({ mean: z.number().min(0).max(10), matches: count }).nullable(),
});
export type TeamPlayer = z.infer<typeof teamPlayer>;

export const getTeamPlayers = endpoint({
  method: 'GET',
  path: '/api/teams/:id/players',
  access: 'public',
  summary: "A team's players in the current seasons of its leagues, from line-ups, match events and its squad",
  input: z.object({ id: numericId }),
  reply: z.object({
    /** The coach of the latest line-up, else of the squad. */
    coach: z.string().nullable(),
    /** Goalkeepers first, by position and number. */
    players: z.array(teamPlayer),
    /** Number of matches begun, and of those with an official line-up: shows how complete the list is. */
    matches: z.object({ begun: count, with_lineup: count }),
    /** The team's goals in these matches, and how many of them have a known scorer. */
    goals: z.object({ all: count, named: count }),
    /** The providers whose ratings are averaged. */
    rated_by: z.array(z.string()),
  }),
});

export const getTeamStrength = endpoint({
  method: 'GET',
  path: '/api/teams/:id/strength',
  access: 'public',
  summary: "What our model held of a team before each match of its league's current season; football only",
  input: z.object({ id: numericId }),
  reply: z.object({
    /** The league that the points are relative to; null without any point. */
    league: leagueRef.nullable(),
    /** By kick-off; each is from the forecast that was frozen at that kick-off. */
    points: z.array(
      z.object({
        match_id: numericId,
        at: timestamp,
        /** Expected goals for and against in 90 minutes on neutral ground against an average side of the league. */
        scored: z.number(),
        conceded: z.number(),
      }),
    ),
  }),
});
export type TeamStrength = z.infer<typeof getTeamStrength.reply>;
