import { type RawBuilder, sql } from 'kysely';
import type { KnownRules } from '#domain/league-rules.ts';
import { type SettlementRule, usualSettlement } from '#domain/score.ts';
import type { Sport } from '#domain/sport.ts';
import type { Db } from '#server/db/pool.ts';
import type { LeagueUpdate, TeamUpdate } from './feed.ts';
import type { MatchRow } from './match-row.ts';

export { type Refusal, writeQuarantine } from './quarantine.ts';

export type IdKind = 'league' | 'team' | 'match';

/** Rows go over as one JSON text, whatever their number: one statement, one plan. */
const json = (rows: unknown): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::jsonb`;

/** Not taken apart before it is read: for the many rows of a big import. */
const plainJson = (rows: unknown): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::json`;

/** One importer at a time: two would both make the same new team. */
export async function lockImport(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('matchpoint import'))`.execute(db);
}

/** Our ids for a feed's own, of those that it has told of before. */
export async function findIds(db: Db, feed: string, kind: IdKind, feedIds: string[]): Promise<Map<string, number>> {
  if (feedIds.length === 0) return new Map();
  const { rows } = await sql<{ feed_id: string; id: number }>`
    select wanted.feed_id, known.id from unnest(${feedIds}::text[]) as wanted (feed_id)
    -- One look into the index for each, whatever the planner believes of a table that has just grown.
    cross join lateral (select id from feed_ids where feed = ${feed} and kind = ${kind} and feed_id = wanted.feed_id limit 1) known`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.feed_id, row.id]));
}

/** Ids of the matches that a feed told of and never finished, as the feed calls them. */
export async function findUnfinished(db: Db, feed: string): Promise<string[]> {
  const { rows } = await sql<{ feed_id: string }>`
    select f.feed_id from feed_ids f join matches m on m.id = f.id
    where f.feed = ${feed} and f.kind = 'match' and m.status not in ('ft', 'aet', 'pen', 'abd', 'canc', 'awd', 'wo')`.execute(db);
  return rows.map((row) => row.feed_id);
}

/** Tells the planner how much there is by now: a big import outruns the database's own housekeeping. */
export async function analyzeImported(db: Db): Promise<void> {
  await sql`analyze feed_ids, matches, odds`.execute(db);
}

/** Fresh ids for rows that are about to be inserted, so that who is who is known before. */
export async function reserveIds(db: Db, table: 'leagues' | 'teams' | 'matches', count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id from generate_series(1, ${count}::integer)`.execute(db);
  return rows.map((row) => row.id);
}

export async function insertIds(db: Db, feed: string, kind: IdKind, ids: [feedId: string, id: number][]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into feed_ids (feed, kind, feed_id, id)
    select ${feed}, ${kind}, feed_id, id from unnest(${ids.map(([feedId]) => feedId)}::text[], ${ids.map(([, id]) => id)}::integer[]) as t (feed_id, id)`.execute(
    db,
  );
}

export interface NamedInCountry {
  feed_id: string;
  name: string;
  country_code: string;
}

/** Takes over the leagues that other feeds told of under the same name and country; those known to this feed stay what they are. */
export async function adoptLeagues(db: Db, feed: string, others: string[], leagues: NamedInCountry[]): Promise<void> {
  if (leagues.length === 0) return;
  await sql`
    insert into feed_ids (feed, kind, feed_id, id)
    select distinct on (r.feed_id) ${feed}, 'league', r.feed_id, l.id
    from jsonb_to_recordset(${json(leagues)}) as r (feed_id text, name text, country_code text)
    join leagues l on l.name = r.name and l.country_code = r.country_code
    join feed_ids f on f.kind = 'league' and f.id = l.id and f.feed = any(${others}::text[])
    order by r.feed_id, l.id
    on conflict do nothing`.execute(db);
}

/** As with leagues, for teams that play in a league of the country. */
export async function adoptTeams(db: Db, feed: string, others: string[], teams: NamedInCountry[]): Promise<void> {
  if (teams.length === 0) return;
  await sql`
    insert into feed_ids (feed, kind, feed_id, id)
    select distinct on (r.feed_id) ${feed}, 'team', r.feed_id, t.id
    from jsonb_to_recordset(${json(teams)}) as r (feed_id text, name text, country_code text)
    join teams t on t.name = r.name
    join feed_ids f on f.kind = 'team' and f.id = t.id and f.feed = any(${others}::text[])
    where exists (
      select from league_teams lt join leagues l on l.id = lt.league_id where lt.team_id = t.id and l.country_code = r.country_code)
    order by r.feed_id, t.id
    on conflict do nothing`.execute(db);
}

export async function writeLeagues(db: Db, leagues: { id: number; update: LeagueUpdate; rules: KnownRules }[]): Promise<void> {
  if (leagues.length === 0) return;
  const rows = leagues.map(({ id, update, rules }) => ({
    id,
    sport: update.sport,
    name: update.name,
    names: update.names ?? {},
    country_code: update.countryCode,
    form: update.form,
    draw_possible: update.drawPossible,
    current_season: update.season,
    settles_on: update.settlesOn ?? usualSettlement(update.sport),
    rules,
  }));
  await sql`
    insert into leagues as l (id, sport, name, names, country_code, form, draw_possible, current_season, rules, settles_on)
    overriding system value
    select * from jsonb_to_recordset(${json(rows)}) as r (
      id integer, sport text, name text, names jsonb, country_code text, form text, draw_possible boolean, current_season text, rules jsonb,
      settles_on text)
    on conflict (id) do update set (name, names, country_code, form, draw_possible, current_season, rules, settles_on) = (
      excluded.name, excluded.names, excluded.country_code, excluded.form, excluded.draw_possible, excluded.current_season, excluded.rules,
      excluded.settles_on)
    where l is distinct from excluded`.execute(db);
}

export interface KnownSeason {
  id: number;
  season: string;
  rules: KnownRules;
}

/** The current season of leagues that are known, and the rules known of it and of earlier ones. */
export async function findCurrentSeasons(db: Db, leagueIds: number[]): Promise<Map<number, KnownSeason>> {
  if (leagueIds.length === 0) return new Map();
  const { rows } = await sql<KnownSeason>`
    select id, current_season as season, rules from leagues where id = any(${leagueIds}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What of a league its matches are judged and settled by. */
export interface LeagueFacts {
  id: number;
  sport: Sport;
  form: 'league' | 'cup';
  draw_possible: boolean;
  settles_on: SettlementRule;
}

export async function findLeagueFacts(db: Db, leagueIds: number[]): Promise<Map<number, LeagueFacts>> {
  if (leagueIds.length === 0) return new Map();
  const { rows } = await sql<LeagueFacts>`
    select id, sport, form, draw_possible, settles_on from leagues where id = any(${leagueIds}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function writeTeams(db: Db, teams: { id: number; update: TeamUpdate }[]): Promise<void> {
  if (teams.length === 0) return;
  const rows = teams.map(({ id, update }) => ({
    id,
    sport: update.sport,
    name: update.name,
    short_name: update.shortName ?? null,
    names: update.names ?? {},
    aliases: update.aliases ?? [],
    country_code: update.countryCode,
    colours: update.colours ?? null,
  }));
  await sql`
    insert into teams as t (id, sport, name, short_name, names, aliases, country_code, colours)
    overriding system value
    select * from jsonb_to_recordset(${json(rows)}) as r (
      id integer, sport text, name text, short_name text, names jsonb, aliases text[], country_code text, colours text[])
    on conflict (id) do update set (name, short_name, names, aliases, country_code, colours) = (
      excluded.name, excluded.short_name, excluded.names, excluded.aliases, excluded.country_code, excluded.colours)
    where t is distinct from excluded`.execute(db);
}

export async function writeLeagueTeams(db: Db, rows: { league_id: number; season: string; team_id: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into league_teams (league_id, season, team_id)
    select distinct * from jsonb_to_recordset(${json(rows)}) as r (league_id integer, season text, team_id integer)
    on conflict do nothing`.execute(db);
}

export async function findMatches(db: Db, ids: number[]): Promise<Map<number, MatchRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MatchRow>`select * from matches where id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A match that is new to us, under the id that its feed gives it. */
export interface Newcomer {
  feed_id: string;
  home_team_id: number;
  away_team_id: number;
  kickoff_at: Date;
}

/** Which newcomers are matches that we have under another id: the same two teams, within so many seconds. */
export async function findTwins(db: Db, newcomers: readonly Newcomer[], withinSeconds: number): Promise<Set<string>> {
  if (newcomers.length === 0) return new Set();
  const { rows } = await sql<{ feed_id: string }>`
    select r.feed_id from json_to_recordset(${plainJson(newcomers)}) as r (
      feed_id text, home_team_id integer, away_team_id integer, kickoff_at timestamptz)
    where exists (
      select from matches m where m.home_team_id = r.home_team_id and m.away_team_id = r.away_team_id
        and m.kickoff_at between r.kickoff_at - make_interval(secs => ${withinSeconds}) and r.kickoff_at + make_interval(secs => ${withinSeconds}))`.execute(
    db,
  );
  return new Set(rows.map(({ feed_id }) => feed_id));
}

const MATCH_COLUMNS =
  sql.raw(`id, league_id, season, round, group_name, home_team_id, away_team_id, kickoff_at, venue, status, minute, stoppage, period,
  home_score, away_score, halftime, fulltime, extratime, penalty, parts, awarded_to, seen_at, status_since, fulltime_since, started_at,
  confirmed_at`);
const MATCH_RECORD =
  sql.raw(`id integer, league_id integer, season text, round text, group_name text, home_team_id integer, away_team_id integer,
  kickoff_at timestamptz, venue text, status text, minute smallint, stoppage smallint, period jsonb, home_score smallint, away_score smallint,
  halftime smallint[], fulltime smallint[], extratime smallint[], penalty smallint[], parts jsonb, awarded_to text, seen_at timestamptz,
  status_since timestamptz, fulltime_since timestamptz, started_at timestamptz, confirmed_at timestamptz`);

export async function insertMatches(db: Db, matches: MatchRow[]): Promise<void> {
  if (matches.length === 0) return;
  await sql`
    insert into matches (${MATCH_COLUMNS}) overriding system value
    select ${MATCH_COLUMNS} from json_to_recordset(${plainJson(matches)}) as r (${MATCH_RECORD})`.execute(db);
}

export async function updateMatches(db: Db, matches: MatchRow[]): Promise<void> {
  if (matches.length === 0) return;
  await sql`
    update matches m set (${MATCH_COLUMNS_WITHOUT_ID}) = row (${MATCH_COLUMNS_OF_RECORD})
    from jsonb_to_recordset(${json(matches)}) as r (${MATCH_RECORD}) where m.id = r.id`.execute(db);
}

const columns =
  `league_id season round group_name home_team_id away_team_id kickoff_at venue status minute stoppage period home_score away_score halftime
  fulltime extratime penalty parts awarded_to seen_at status_since fulltime_since started_at confirmed_at`.split(/\s+/);
const MATCH_COLUMNS_WITHOUT_ID = sql.raw(columns.join(', '));
const MATCH_COLUMNS_OF_RECORD = sql.raw(columns.map((column) => `r.${column}`).join(', '));

/** A confirmation of matches that did not change: worth a write only now and then. */
export async function confirmMatches(db: Db, ids: number[], now: Date, olderThan: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update matches set confirmed_at = ${now} where id = any(${ids}::integer[]) and confirmed_at < ${olderThan}`.execute(db);
}

/** Confirms what somebody may be waiting for: matches under way or near, and their prices. The rest is as fresh as its feed. */
export async function confirmNear(db: Db, feed: string, now: Date, until: Date, olderThan: Date): Promise<void> {
  await sql`
    with near as (
      select m.id from matches m join feed_ids f on f.kind = 'match' and f.id = m.id
      where f.feed = ${feed} and m.status not in ('ft', 'aet', 'pen', 'abd', 'canc', 'awd', 'wo')
        and (m.kickoff_at is null or m.kickoff_at < ${until}) and m.confirmed_at < ${olderThan}
    ), prices as (
      update odds set confirmed_at = ${now} from near where odds.match_id = near.id
    )
    update matches set confirmed_at = ${now} from near where matches.id = near.id`.execute(db);
}
