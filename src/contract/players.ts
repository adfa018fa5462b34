import { z } from 'zod';
import { ABSENCE_KINDS } from '#domain/matches/match-details.ts';
import { numericId, sport } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, pastMatch, teamRef } from './matches.ts';
import { teamPlayer } from './teams.ts';

export const playerRef = z.object({ id: numericId, name: z.string() });
export type PlayerRef = z.infer<typeof playerRef>;

const count = z.number().int();
const clock = z.object({ minute: count, stoppage: count.nullable() }).nullable();

const figures = teamPlayer.omit({ id: true, name: true, number: true, position: true }).extend({
  /** The sum of the known minutes, and the number of matches it covers; null if none are known. */
  minutes: z.object({ played: count, matches: count }).nullable(),
});

/** What a player did in a match. */
const playerMatch = z.object({
  match: pastMatch,
  /** Null if no official line-up names the player and the player did not come on. */
  role: z.enum(['starter', 'substitute', 'bench']).nullable(),
  came_on: clock,
  /** When the player was substituted or sent off. */
  went_off: clock,
  /** Without stoppage time; null if they are not known. */
  minutes: count.nullable(),
  goals: count,
  penalties: count,
  own_goals: count,
  assists: count,
  /** The latest card. */
  card: z.enum(['yellow', 'second_yellow', 'red']).nullable(),
  rating: z.number().min(0).max(10).nullable(),
  /** Whether the rating makes the player the man of the match. */
  is_best: z.boolean(),
});

export const getPlayer = endpoint({
  method: 'GET',
  path: '/api/players/:id',
  access: 'public',
  summary: "A player's figures in the current seasons of the team's leagues, match by match",
  input: z.object({ id: numericId }),
  reply: z.object({
    /** Its id differs from the one asked for if that is the id of a shortened name of the player. */
    player: playerRef.extend({ number: count.nullable(), position: teamPlayer.shape.position }),
    team: teamRef,
    sport,
    /** By competition, the one with the most appearances first. */
    competitions: z.array(figures.extend({ league: leagueRef, season: z.string() })),
    /** The matches that name the player, the latest first. */
    matches: z.array(playerMatch),
    /** Number of the team's matches begun, and of those with an official line-up: shows how complete the figures are. */
    known: z.object({ begun: count, with_lineup: count }),
    /** The providers whose ratings are averaged. */
    rated_by: z.array(z.string()),
    /** Why the player misses the team's next match, or may miss it, in the provider's own words; null if nobody says so. */
    absence: z.object({ match_id: numericId, kind: z.enum(ABSENCE_KINDS), reason: z.string().nullable() }).nullable(),
    /** The players whom this shortened name fits: its figures are counted for none of them. */
    could_be: z.array(playerRef),
  }),
});
export type PlayerPage = z.infer<typeof getPlayer.reply>;
export type PlayerMatch = PlayerPage['matches'][number];

export const getMatchPlayers = endpoint({
  method: 'GET',
  path: '/api/matches/:id/players',
  access: 'public',
  summary: 'The players named in a match who have pages',
  input: z.object({ id: numericId }),
  reply: z.object({ home: z.array(playerRef), away: z.array(playerRef) }),
});
export type MatchPlayers = z.infer<typeof getMatchPlayers.reply>;
