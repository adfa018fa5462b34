import { sql } from 'kysely';
import { statusesOf } from '#domain/matches/match-status.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { PlaceCounts, SeasonOutlook } from './season-outlook.ts';

/** Statuses of matches that are not over yet. */
const OPEN = [...statusesOf('upcoming'), ...statusesOf('live')];

export interface RemainingRow {
  id: number;
  kickoff_at: Date | null;
  home_team_id: number;
  away_team_id: number;
  group_name: string | null;
}

export const findRemaining = (db: Db, leagueId: number, season: string): Promise<RemainingRow[]> =>
  db
    .selectFrom('matches')
    .select(['id', 'kickoff_at', 'home_team_id', 'away_team_id', 'group_name'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('status', 'in', OPEN)
    .orderBy('id')
    .execute();

export const findLeagueRow = (db: Db, id: number) => db.selectFrom('leagues').selectAll().where('id', '=', id).executeTakeFirst();

export interface SeasonToSimulate {
  league_id: number;
  season: string;
  /** Fingerprint of results, fixtures and rules: the same fingerprint has the same outlook. */
  made_from: string;
}

/** Returns current seasons of football leagues, without those in groups, that changed since they were simulated. */
export async function findChangedSeasons(db: Db): Promise<SeasonToSimulate[]> {
  const { rows } = await sql<SeasonToSimulate>`
    with now as (
      select l.id as league_id, l.current_season as season,
        md5(l.rules::text || string_agg(concat_ws(':', m.id, m.home_team_id, m.away_team_id,
          case when m.status = any(${OPEN}::text[]) then 'open' else concat_ws('-', m.status, m.home_score, m.away_score) end), ',' order by m.id)) as made_from
      from leagues l join matches m on m.league_id = l.id and m.season = l.current_season
      where l.sport = 'football' and l.form = 'league'
      group by l.id having bool_or(m.status = any(${OPEN}::text[])) and bool_and(m.group_name is null)
    )
    select now.* from now left join seasons_simulated s on s.league_id = now.league_id and s.season = now.season
    where s.content->>'made_from' is distinct from now.made_from order by now.league_id`.execute(db);
  return rows;
}

export async function storeOutlook(
  db: Db,
  { league_id, season, made_from }: SeasonToSimulate,
  outlook: SeasonOutlook,
  now: Date,
): Promise<void> {
  const content = JSON.stringify({ made_from, ...outlook });
  await db
    .insertInto('seasons_simulated')
    .values({ league_id, season, simulated_at: now, content })
    .onConflict((on) => on.columns(['league_id', 'season']).doUpdateSet({ simulated_at: now, content }))
    .execute();
}

export interface MatchOutlookRow {
  simulated_at: Date;
  rules: unknown;
  sport: string;
  season: string;
  home: PlaceCounts | null;
  away: PlaceCounts | null;
  given: SeasonOutlook['matches'][string] | null;
}

/** Returns the outlook of a match's two teams in the simulated season. */
export async function findMatchOutlook(db: Db, matchId: number): Promise<MatchOutlookRow | undefined> {
  const { rows } = await sql<MatchOutlookRow>`
    select s.simulated_at, l.rules, l.sport, m.season, s.content#>array['teams', m.home_team_id::text] as home,
      s.content#>array['teams', m.away_team_id::text] as away, s.content#>array['matches', m.id::text] as given
    from matches m join leagues l on l.id = m.league_id join seasons_simulated s on s.league_id = m.league_id and s.season = m.season
    where m.id = ${matchId}`.execute(db);
  return rows[0];
}
