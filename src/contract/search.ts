import { z } from 'zod';
import { sport } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, teamRef } from './matches.ts';
import { playerRef } from './players.ts';

/** Longer texts are cut, not refused: a pasted text still matches by its beginning. */
export const SEARCH_LENGTH_MAX = 80;

export const searchHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('league'), league: leagueRef }),
  z.object({
    kind: z.literal('team'),
    team: teamRef,
    sport,
    country_code: z.string().nullable(),
    /** Where it plays now; null if unknown. */
    league: leagueRef.nullable(),
  }),
  z.object({ kind: z.literal('player'), player: playerRef, team: teamRef, sport }),
]);
export type SearchHit = z.infer<typeof searchHit>;

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'public',
  summary: 'Teams, leagues and players by any of their names, best match first; ignores accents, case and small typing errors',
  input: z.object({
    q: z.string().default(''),
    sport: sport.optional(),
    limit: z.coerce.number<number>().int().min(1).max(20).default(8),
  }),
  reply: z.object({ items: z.array(searchHit) }),
});
