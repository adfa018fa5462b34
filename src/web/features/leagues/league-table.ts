import type { ReplyOf } from '#contract/endpoint.ts';
import type { getStandings } from '#contract/leagues.ts';

/** What is answered for a league's tables. */
export type Standings = ReplyOf<typeof getStandings>;

/** One table: the league's, or a group's. */
export type LeagueTable = Standings['tables'][number];
