import { z } from 'zod';
import { numericId, sport } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, matchSummary, teamRef } from './matches.ts';

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
  }),
});
