import { sql } from 'kysely';
import type { LeagueRow } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';

export const findTeam = (db: Db, id: number) => db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the leagues in which a team has matches: the most recently played one first, those not played in yet last. */
export async function findLeaguesOfTeam(db: Db, id: number, now: Date): Promise<LeagueRow[]> {
  const { rows } = await sql<LeagueRow>`
    select l.* from leagues l join (
      select league_id, kickoff_at from matches where home_team_id = ${id}
      union all select league_id, kickoff_at from matches where away_team_id = ${id}
    ) as m on m.league_id = l.id
    group by l.id
    order by max(m.kickoff_at) filter (where m.kickoff_at <= ${now}) desc nulls last, min(m.kickoff_at), l.id`.execute(db);
  return rows;
}
