import { sql } from 'kysely';
import { statusesOf } from '#domain/matches/match-status.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { PlaceCounts, SeasonOutlook } from './season-outlook.ts';
import { MODEL_VERSIONS } from './stored-forecast.ts';

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
        md5(${MODEL_VERSIONS.football} || l.rules::text || string_agg(concat_ws(':', m.id, m.home_team_id, m.away_team_id,
          case when m.status = any(${OPEN}::text[]) then 'open' else concat_ws('-', m.status, m.home_score, m.away_score) end), ',' order by m.id)) as made_from
      from leagues l join matches m on m.league_id = l.id and m.season = l.current_season
      where l.sport = 'football' and l.form = 'league'
      group by l.id having bool_or(m.status = any(${OPEN}::text[])) and bool_and(m.group_name is null)
    )
    select now.* from now left join lateral (
      select s.content->>'made_from' as made_from from seasons_simulated s
      where s.league_id = now.league_id and s.season = now.season order by s.simulated_at desc limit 1
    ) as last on true
    where last.made_from is distinct from now.made_from order by now.league_id`.execute(db);
  return rows;
}

/** How long earlier outlooks are kept: a result is hidden from a shielded reader for two days. */
const EARLIER_KEPT_MS = 3 * DAY_MS;

/** Stores an outlook beside the earlier ones of the season, of which only those of the last days stay, without the effects of matches. */
export async function storeOutlook(
  db: Db,
  { league_id, season, made_from }: SeasonToSimulate,
  outlook: SeasonOutlook,
  now: Date,
): Promise<void> {
  const content = JSON.stringify({ made_from, ...outlook });
  await sql`
    with forgotten as (
      delete from seasons_simulated
      where league_id = ${league_id} and season = ${season} and simulated_at < ${new Date(now.getTime() - EARLIER_KEPT_MS)}
    ), shortened as (
      update seasons_simulated set content = content - 'matches'
      where league_id = ${league_id} and season = ${season} and content ? 'matches'
        and simulated_at >= ${new Date(now.getTime() - EARLIER_KEPT_MS)} and simulated_at <> ${now}
    )
    insert into seasons_simulated (league_id, season, simulated_at, content) values (${league_id}, ${season}, ${now}, ${content}::jsonb)
    on conflict (league_id, season, simulated_at) do update set content = excluded.content`.execute(db);
}

export interface SeasonOutlookRow {
  simulated_at: Date;
  content: Omit<SeasonOutlook, 'matches'>;
}

/** Returns the latest outlook of a season that the reader may know. */
export async function findSeasonOutlook(db: Db, leagueId: number, season: string): Promise<SeasonOutlookRow | undefined> {
  const { rows } = await sql<SeasonOutlookRow>`
    select simulated_at, content - 'matches' as content from seasons_simulated
    where league_id = ${leagueId} and season = ${season} order by simulated_at desc limit 1`.execute(db);
  return rows[0];
}

/** Returns the number of a season's matches that are not over; those hidden from the reader count as not over. */
export async function countOpenMatches(db: Db, leagueId: number, season: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from matches
    where league_id = ${leagueId} and season = ${season} and status = any(${OPEN}::text[])`.execute(db);
  return rows[0]!.count;
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
    from matches m join leagues l on l.id = m.league_id join lateral (
      select * from seasons_simulated o where o.league_id = m.league_id and o.season = m.season order by o.simulated_at desc limit 1
    ) as s on true
    where m.id = ${matchId}`.execute(db);
  return rows[0];
}
