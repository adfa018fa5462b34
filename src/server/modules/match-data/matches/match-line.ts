import { sql } from 'kysely';
import type { ContestCase } from '#contract/contest-admin.ts';
import { type LeagueRow, leagueRef, type TeamRow, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A match as shown in the console's lists. */
export type MatchLine = ContestCase['match'];

/** Returns matches as lines, by their ids. */
export async function findMatchLines(db: Db, ids: readonly number[]): Promise<Map<number, MatchLine>> {
  const rows = await db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .select(['m.id', 'm.kickoff_at', 'm.status', 'm.home_score', 'm.away_score'])
    .select([sql<LeagueRow>`to_jsonb(l)`.as('league'), sql<TeamRow>`to_jsonb(h)`.as('home'), sql<TeamRow>`to_jsonb(a)`.as('away')])
    .where('m.id', '=', sql<number>`any(${[...new Set(ids)]}::int[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        league: leagueRef(row.league),
        home: teamRef(row.home),
        away: teamRef(row.away),
        kickoff_at: row.kickoff_at?.toISOString() ?? null,
        status: row.status as MatchLine['status'],
        score: row.home_score === null || row.away_score === null ? null : [row.home_score, row.away_score],
      },
    ]),
  );
}
