import { sql } from 'kysely';
import { statusesOf } from '#domain/matches/match-status.ts';
import type { LeagueRow } from '#server/modules/match-data/leagues/refs.ts';
import { bothTeams } from '#server/modules/match-data/matches/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Matches of a team in one file. */
const FIXTURES_MAX = 50;

/** Returns those of these matches that have a date, by kick-off. */
export const findFixtures = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .select(['m.id', 'm.kickoff_at', 'm.status', 'm.venue'])
    .select(sql<LeagueRow>`to_jsonb(l)`.as('league'))
    .select(bothTeams)
    .where('m.id', '=', sql<number>`any(${ids}::int[])`)
    .where('m.kickoff_at', 'is not', null)
    .orderBy('m.kickoff_at')
    .orderBy('m.id')
    .execute();

/** Returns the ids of a team's next matches with a date. */
export async function findNextOf(db: Db, teamId: number, now: Date): Promise<number[]> {
  const next = (side: 'home' | 'away') => sql`
    (select id, kickoff_at from matches
      where ${sql.ref(`${side}_team_id`)} = ${teamId} and kickoff_at > ${now} and status = any(${statusesOf('upcoming')}::text[])
      order by kickoff_at, id limit ${FIXTURES_MAX})`;
  const { rows } = await sql<{ id: number }>`
    select id from (${next('home')} union all ${next('away')}) as both_sides order by kickoff_at, id limit ${FIXTURES_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}
