import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { SEARCH_LENGTH_MAX, type SearchHit, type search } from '#contract/search.ts';
import { foldedNames, readWanted } from '#domain/matches/name-rank.ts';
import { isShortOf } from '#domain/matches/player-names.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { leagueAliases } from '#server/modules/match-data/import/team-names.ts';
import { type LeagueRow, leagueRef, type TeamRow, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { createNameIndex, type Entry, type NameIndex } from './name-index.ts';

/** Shorter texts find no players: too many names begin with two letters. */
const PLAYER_LETTERS_MIN = 3;

const indexes = new WeakMap<Db, ReturnType<typeof createNameIndexCache>>();

/** Returns the names of a database: it takes megabytes, so the site has one, and each of its shielded versions. */
function knownNamesOf(deps: Pick<Deps, 'db' | 'now'>): ReturnType<typeof createNameIndexCache> {
  const known = indexes.get(deps.db) ?? createNameIndexCache(deps);
  indexes.set(deps.db, known);
  return known;
}

/** Returns teams, leagues and players that match a query, the best first; an empty query finds nothing. */
export async function find(
  deps: Pick<Deps, 'db' | 'now'>,
  { q, sport, limit }: ParsedInputOf<typeof search>,
): Promise<ReplyOf<typeof search>> {
  const wanted = readWanted(q, SEARCH_LENGTH_MAX);
  if (wanted === null || wanted.text === '') return { items: [] };
  const { db } = deps;
  const { index, playerIndex, isNear } = await knownNamesOf(deps)();
  const hasPlayers = wanted.text.length >= PLAYER_LETTERS_MIN;
  const named = index.find(wanted, { sport, isNear, limit });
  // Some of them may be one player's, or hidden from the reader.
  const people = hasPlayers ? playerIndex.find(wanted, { sport, isNear, limit: 2 * limit }) : [];
  const idsOf = (kind: SearchHit['kind']) => [...named, ...people].filter(({ entry }) => entry.kind === kind).map(({ entry }) => entry.id);
  // The displayed data is read from the database, because the index may be two seconds behind.
  const [teams, leagues, players] = await Promise.all([
    findTeamHits(db, idsOf('team')),
    findLeagueHits(db, idsOf('league')),
    findPlayerHits(db, idsOf('player')),
  ]);
  const hitOf = { team: (id: number) => teamHit(teams.get(id)), league: (id: number) => leagueHit(leagues.get(id)), player: playerHit };
  // Of equally good ones, teams and leagues come first: there are many more players.
  const items = [...named, ...people]
    .sort((a, b) => Math.floor(a.rank) - Math.floor(b.rank))
    .flatMap(({ entry: { kind, id } }) => hitOf[kind](id) ?? []);
  return { items: items.slice(0, limit) };

  function playerHit(id: number): SearchHit | undefined {
    const row = players.get(id);
    const isShortened = row && [...players.values()].some((other) => other.team.id === row.team.id && isShortOf(row.name, other.name));
    if (!row || isShortened) return undefined;
    return { kind: 'player', player: { id, name: row.name }, team: teamRef(row.team), sport: row.team.sport as Sport };
  }
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
  /** Teams and leagues. */
  index: NameIndex;
  /** Apart from the others, so that the many players do not push them out. */
  playerIndex: NameIndex;
  /** Whether the team or league has matches around now. */
  isNear: (entry: Entry) => boolean;
}

/** Maximum delay until new or changed names are found. */
const CHECK_MS = 2_000;
/** Interval of reading who plays around now, which changes slowly. */
const NEAR_CHECK_MS = 60_000;
/** The span around now in which matches are near. */
const NEAR = { beforeMs: 12 * HOUR_MS, aheadMs: 48 * HOUR_MS };
/** Rows read together, and entries processed before the event loop gets a turn. */
const [ROWS, ENTRIES] = [2_000, 50];
/** Number of players who are found: the newest ones. A player takes about 1 KB. */
const PLAYERS_MAX = 60_000;

/**
 * Caches the names of all teams, leagues and players: reads them on first use and keeps them up to date. Each use reads only what was written
 * since, at most every two seconds.
 */
export function createNameIndexCache({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const index = createNameIndex();
  const playerIndex = createNameIndex();
  let lastPlayerId: number | null = null;
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
    await readPlayers();
    if (atMs - nearCheckedMs >= NEAR_CHECK_MS || unknown.length > 0) {
      const playing = await findPlaying(db, new Date(atMs - NEAR.beforeMs), new Date(atMs + NEAR.aheadMs));
      near = new Set([...playing.teams.map((id) => keyOf('team', id)), ...playing.leagues.map((id) => keyOf('league', id))]);
      nearCheckedMs = atMs;
    }
    checkedMs = atMs;
  }

  async function read(kind: 'team' | 'league', unknown: readonly string[]): Promise<void> {
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

  /** Players' rows are only added, and their ids grow. */
  async function readPlayers(): Promise<void> {
    lastPlayerId ??= await findLastPlayerIdBefore(db, PLAYERS_MAX);
    for (;;) {
      const rows = await findPlayersAfter(db, lastPlayerId, ROWS);
      for (const [count, { id, team_id, sport, name }] of rows.entries()) {
        if (count % ENTRIES === ENTRIES - 1) await breathe();
        playerIndex.put({ key: keyOf('player', id), kind: 'player', id, teamId: team_id, sport, names: foldedNames({ name, names: {} }) });
      }
      lastPlayerId = rows.at(-1)?.id ?? lastPlayerId;
      if (rows.length < ROWS) return;
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
    return { index, playerIndex, isNear: ({ key, teamId }) => near.has(teamId === undefined ? key : keyOf('team', teamId)) };
  };
}

const keyOf = (kind: Entry['kind'], id: number): string => `${kind}:${id}`;

function entryOf(kind: 'team' | 'league', row: NamedRow): Entry {
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

/** Returns the id after which there are no more than `count` players. */
async function findLastPlayerIdBefore(db: Db, count: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from public.players order by id desc offset ${count} limit 1`.execute(db);
  return rows[0]?.id ?? 0;
}

/**
 * Returns players by id. The table itself is read, also behind the spoiler shield: what a reader may not know yet is left out of the answer,
 * and would otherwise never be read again.
 */
async function findPlayersAfter(db: Db, afterId: number, limit: number) {
  const { rows } = await sql<{ id: number; team_id: number; sport: string; name: string }>`
    select p.id, p.team_id, t.sport, p.name from public.players p join public.teams t on t.id = p.team_id
    where p.id > ${afterId} order by p.id limit ${limit}`.execute(db);
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

async function findPlayerHits(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; team: TeamRow & { sport: string } }>`
    select p.id, p.name, to_jsonb(t) as team from players p join teams t on t.id = p.team_id where p.id = any(${ids}::integer[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
