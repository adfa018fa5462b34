import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { SEARCH_LENGTH_MAX, type SearchHit, type search } from '#contract/search.ts';
import { foldedNames, readWanted } from '#domain/matches/name-rank.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { leagueAliases } from '#server/modules/match-data/import/team-names.ts';
import { type LeagueRow, leagueRef, type TeamRow, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { createNameIndex, type Entry, type NameIndex } from './name-index.ts';

/** Returns teams and leagues that match a query, the best first; an empty query finds nothing. */
export async function find(
  { db }: Pick<Deps, 'db'>,
  knownNames: ReturnType<typeof createNameIndexCache>,
  { q, sport, limit }: ParsedInputOf<typeof search>,
): Promise<ReplyOf<typeof search>> {
  const wanted = readWanted(q, SEARCH_LENGTH_MAX);
  if (wanted === null || wanted.text === '') return { items: [] };
  const { index, isNear } = await knownNames();
  const found = index.find(wanted, { sport, isNear, limit });
  const idsOf = (kind: SearchHit['kind']) => found.filter((entry) => entry.kind === kind).map(({ id }) => id);
  // The displayed data is read from the database, because the index may be two seconds behind.
  const [teams, leagues] = await Promise.all([findTeamHits(db, idsOf('team')), findLeagueHits(db, idsOf('league'))]);
  return {
    items: found.flatMap(({ kind, id }) => {
      const hit = kind === 'team' ? teamHit(teams.get(id)) : leagueHit(leagues.get(id));
      return hit ? [hit] : [];
    }),
  };
}

const leagueHit = (row: LeagueRow | undefined): SearchHit | undefined => row && { kind: 'league', league: leagueRef(row) };

const teamHit = (row: TeamHitRow | undefined): SearchHit | undefined =>
  row && {
    kind: 'team',
    team: teamRef(row),
    sport: row.sport as Sport,
    country_code: row.country_code,
    league: row.league && leagueRef(row.league),
  };

interface NameIndexCache {
  index: NameIndex;
  /** Whether the team or league has matches around now. */
  isNear: (key: string) => boolean;
}

/** Maximum delay until new or changed names are found. */
const CHECK_MS = 2_000;
/** Interval of reading who plays around now, which changes slowly. */
const NEAR_CHECK_MS = 60_000;
/** The span around now in which matches are near. */
const NEAR = { beforeMs: 12 * HOUR_MS, aheadMs: 48 * HOUR_MS };
/** Rows read together, and entries processed before the event loop gets a turn. */
const [ROWS, ENTRIES] = [2_000, 50];

/**
 * Caches the names of all teams and leagues: reads them on first use and keeps them up to date. Each use reads only what was written
 * since, at most every two seconds.
 */
export function createNameIndexCache({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const index = createNameIndex();
  let versions = new Set<string>();
  let near = new Set<string>();
  let [checkedMs, nearCheckedMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let checking: Promise<void> | null = null;

  async function check(): Promise<void> {
    const atMs = now().getTime();
    const found = await findVersions(db);
    const unknown = found.filter((version) => !versions.has(version));
    if (unknown.length > 0) for (const kind of ['team', 'league'] as const) await read(kind, unknown);
    versions = new Set(found);
    if (atMs - nearCheckedMs >= NEAR_CHECK_MS || unknown.length > 0) {
      const playing = await findPlaying(db, new Date(atMs - NEAR.beforeMs), new Date(atMs + NEAR.aheadMs));
      near = new Set([...playing.teams.map((id) => keyOf('team', id)), ...playing.leagues.map((id) => keyOf('league', id))]);
      nearCheckedMs = atMs;
    }
    checkedMs = atMs;
  }

  async function read(kind: Entry['kind'], unknown: readonly string[]): Promise<void> {
    for (let afterId = 0; ; ) {
      const rows = await findWritten(db, kind, unknown, afterId, ROWS);
      for (const [count, row] of rows.entries()) {
        if (count % ENTRIES === ENTRIES - 1) await breathe();
        index.put(entryOf(kind, row));
      }
      if (rows.length < ROWS) return;
      afterId = rows.at(-1)!.id;
    }
  }

  /** Simultaneous callers share one read. */
  return async (): Promise<NameIndexCache> => {
    if (now().getTime() - checkedMs >= CHECK_MS) {
      checking ??= check().finally(() => {
        checking = null;
      });
    }
    await checking;
    return { index, isNear: (key) => near.has(key) };
  };
}

const keyOf = (kind: Entry['kind'], id: number): string => `${kind}:${id}`;

function entryOf(kind: Entry['kind'], row: NamedRow): Entry {
  const aliases = kind === 'league' ? leagueAliases(row.name, row.country_code, row.sport as Sport) : row.aliases;
  return { key: keyOf(kind, row.id), kind, id: row.id, sport: row.sport, names: foldedNames({ ...row, aliases }) };
}

/** Returns the ids of the transactions that wrote the present rows of teams and leagues: rows of an unknown transaction are new. */
async function findVersions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select xmin::text as version from teams group by 1 union select xmin::text from leagues group by 1`.execute(db);
  return rows.map(({ version }) => version);
}

interface NamedRow {
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
async function findWritten(
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
async function findPlaying(db: Db, from: Date, to: Date): Promise<{ teams: number[]; leagues: number[] }> {
  const { rows } = await sql<{ teams: number[] | null; leagues: number[] | null }>`
    select array_agg(distinct team) as teams, array_agg(distinct league_id) as leagues
    from matches, unnest(array[home_team_id, away_team_id]) as team
    where kickoff_at >= ${from} and kickoff_at < ${to}`.execute(db);
  return { teams: rows[0]?.teams ?? [], leagues: rows[0]?.leagues ?? [] };
}

interface TeamHitRow extends TeamRow {
  sport: string;
  country_code: string | null;
  /** A league in which the team plays this season, preferably not a cup. */
  league: LeagueRow | null;
}

async function findTeamHits(db: Db, ids: readonly number[]): Promise<Map<number, TeamHitRow>> {
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

async function findLeagueHits(db: Db, ids: readonly number[]): Promise<Map<number, LeagueRow>> {
  const { rows } = await sql<LeagueRow>`select * from leagues where id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
