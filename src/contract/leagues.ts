import { z } from 'zod';
import { numericId, sport } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, teamRef } from './matches.ts';

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
  /** Last five, newest last. */
  form: z.array(z.enum(['W', 'D', 'L'])),
  /** What the place is good or bad for, null in the middle. */
  zone: z.enum(['good', 'bad']).nullable(),
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

export const getStandings = endpoint({
  method: 'GET',
  path: '/api/leagues/:id/standings',
  access: 'public',
  summary: 'The table of a season, from the top',
  input: z.object({
    id: numericId,
    season: z.string().max(20).optional(),
    top: z.coerce.number<number>().int().min(1).max(100).optional(),
  }),
  reply: z.object({
    league: leagueRef,
    season: z.string(),
    seasons: z.array(z.string()),
    /** Teams in all, when `top` cuts the rows. */
    teams: z.number().int(),
    rows: z.array(standingRow),
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
