import { sql } from 'kysely';
import type { LeagueRow, TeamRow } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Returns the ids of the transactions that wrote the present rows of teams and leagues: rows of an unknown transaction are new. */
export async function findVersions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select xmin::text as version from teams group by 1 union select xmin::text from leagues group by 1`.execute(db);
  return rows.map(({ version }) => version);
}

export interface NamedRow {
  id: number;
  sport: string;
  name: string;
  short_name: string | null;
  country_code: string | null;
  names: Record<string, string>;
  aliases: string[];
}

const namesOf = {
  team: sql.raw('short_name, aliases from teams'),
  league: sql.raw(`null as short_name, '{}'::text[] as aliases from leagues`),
};

/** Returns rows written by these transactions, ordered by id, after `afterId`. */
export async function findWritten(
  db: Db,
  kind: 'team' | 'league',
  versions: readonly string[],
  afterId: number,
  limit: number,
): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select id, sport, name, names, country_code, ${namesOf[kind]}
    where xmin::text = any(${versions}::text[]) and id > ${afterId} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the teams and leagues that play between two moments. */
export async function findPlaying(db: Db, from: Date, to: Date): Promise<{ teams: number[]; leagues: number[] }> {
  const { rows } = await sql<{ teams: number[] | null; leagues: number[] | null }>`
    select array_agg(distinct team) as teams, array_agg(distinct league_id) as leagues
    from matches, unnest(array[home_team_id, away_team_id]) as team
    where kickoff_at >= ${from} and kickoff_at < ${to}`.execute(db);
  return { teams: rows[0]?.teams ?? [], leagues: rows[0]?.leagues ?? [] };
}

export interface TeamHitRow extends TeamRow {
  sport: string;
  country_code: string | null;
  /** A league in which the team plays this season, preferably not a cup. */
  league: LeagueRow | null;
}

export async function findTeamHits(db: Db, ids: readonly number[]): Promise<Map<number, TeamHitRow>> {
  const { rows } = await sql<TeamHitRow>`
    with playing as (
      select distinct on (lt.team_id) lt.team_id, to_jsonb(l) as league
      from league_teams lt join leagues l on l.id = lt.league_id and l.current_season = lt.season
      where lt.team_id = any(${ids}::integer[])
      order by lt.team_id, l.form = 'league' desc, l.id
    )
    select t.*, p.league from teams t left join playing p on p.team_id = t.id where t.id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findLeagueHits(db: Db, ids: readonly number[]): Promise<Map<number, LeagueRow>> {
  const { rows } = await sql<LeagueRow>`select * from leagues where id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
