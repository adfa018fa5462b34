import { sql } from 'kysely';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore, Score, SettlementRule } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { PROVIDER_NAMES } from '#server/modules/match-data/import/feed-settings.ts';
import { type Columns, tableOf } from '#server/modules/match-data/import/table-of.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { NamedTeam } from './name-keys.ts';

/** What a provider says of a match, as stored. */
export interface OpinionRow {
  feed_id: string;
  feed_league_id: string;
  sport: Sport;
  feed_home_id: string;
  feed_away_id: string;
  kickoff_at: Date | null;
  match_id: number | null;
  home_team_id: number | null;
  away_team_id: number | null;
  unmatched: 'later' | 'no_match' | 'ambiguous' | null;
  status: MatchStatus;
  score: MatchScore;
  ending: 'played' | 'off' | null;
  result: Score | null;
  seen_at: Date | null;
  told_at: Date;
}

/** An opinion with the rule that its match settles on, and the match's own kick-off; null while its match is unknown. */
export type KnownOpinion = OpinionRow & { settles_on: SettlementRule | null; match_kickoff_at: Date | null };

const COLUMNS: Columns<OpinionRow> = {
  feed_id: 'text',
  feed_league_id: 'text',
  sport: 'text',
  feed_home_id: 'text',
  feed_away_id: 'text',
  kickoff_at: 'timestamptz',
  match_id: 'integer',
  home_team_id: 'integer',
  away_team_id: 'integer',
  unmatched: 'text',
  status: 'text',
  score: 'jsonb',
  ending: 'text',
  result: 'smallint[]',
  seen_at: 'timestamptz',
  told_at: 'timestamptz',
};
const NAMES = sql.raw(Object.keys(COLUMNS).join(', '));

/** Returns what a provider said of matches that begin after `since` by its own date or ours, or have no date. */
export async function findOpinions(db: Db, feed: string, since: Date): Promise<KnownOpinion[]> {
  const { rows } = await sql<KnownOpinion>`
    select o.*, l.settles_on, m.kickoff_at as match_kickoff_at from second_opinions o
    left join matches m on m.id = o.match_id left join leagues l on l.id = m.league_id
    where o.feed = ${feed} and (o.kickoff_at is null or o.kickoff_at > ${since} or m.kickoff_at > ${since})`.execute(db);
  return rows;
}

export async function writeOpinions(db: Db, feed: string, rows: readonly OpinionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const stored = rows.map(toStored);
  await sql`
    insert into second_opinions (feed, ${NAMES}) select ${feed}, ${NAMES} from ${tableOf(stored, COLUMNS)}
    on conflict (feed, feed_id) do update set (${NAMES}) = row (${sql.raw(
      Object.keys(COLUMNS)
        .map((name) => `excluded.${name}`)
        .join(', '),
    )})`.execute(db);
}

/** Keeps only the columns of the table. */
const toStored = (row: OpinionRow): OpinionRow =>
  Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, row[name as keyof OpinionRow]])) as unknown as OpinionRow;

/** A league or team as a provider tells it. */
export interface CatalogueRow {
  kind: 'league' | 'team';
  feed_id: string;
  told: unknown;
}

export async function findCatalogue(db: Db, feed: string): Promise<CatalogueRow[]> {
  return await db
    .selectFrom('second_catalogue')
    .select(['kind', 'feed_id', 'told'])
    .where('feed', '=', feed)
    .$castTo<CatalogueRow>()
    .execute();
}

export async function writeCatalogue(db: Db, feed: string, rows: readonly CatalogueRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into second_catalogue (feed, kind, feed_id, told)
    select ${feed}, kind, feed_id, told from ${tableOf(rows, { kind: 'text', feed_id: 'text', told: 'jsonb' })}
    on conflict (feed, kind, feed_id) do update set told = excluded.told`.execute(db);
}

/** A league of ours that a provider is or was the source of. */
export interface LeagueOwner {
  feed: string;
  feed_id: string;
  league_id: number;
  sport: Sport;
  name: string;
  country_code: string | null;
}

/** Returns the leagues of every provider, followed or not. */
export async function findLeagueOwners(db: Db): Promise<LeagueOwner[]> {
  const { rows } = await sql<LeagueOwner>`
    select f.feed, f.feed_id, l.id as league_id, l.sport, l.name, l.country_code from feed_ids f join leagues l on l.id = f.id
    where f.kind = 'league' and f.feed = any(${[...PROVIDER_NAMES]}::text[]) order by f.feed, f.feed_id`.execute(db);
  return rows;
}

/** Returns the teams that a feed is the source of, by its ids. */
export async function findOwnTeams(db: Db, feed: string): Promise<(NamedTeam & { feed_id: string })[]> {
  const { rows } = await sql<NamedTeam & { feed_id: string }>`
    select f.feed_id, t.sport, t.name, t.short_name as "shortName", t.aliases, t.country_code as "countryCode"
    from feed_ids f join teams t on t.id = f.id where f.kind = 'team' and f.feed = ${feed}`.execute(db);
  return rows;
}

/** Returns the feed's ids of the matches in these leagues that it is the source of. */
export async function findOwnMatches(db: Db, feed: string, leagueIds: readonly number[]): Promise<string[]> {
  if (leagueIds.length === 0) return [];
  const { rows } = await sql<{ feed_id: string }>`
    select f.feed_id from matches m join feed_ids f on f.kind = 'match' and f.id = m.id
    where f.feed = ${feed} and m.league_id = any(${[...leagueIds]}::integer[])`.execute(db);
  return rows.map(({ feed_id }) => feed_id);
}

export interface CandidateRow {
  match_id: number;
  league_id: number;
  settles_on: SettlementRule;
  kickoff_at: Date;
  home_team_id: number;
  away_team_id: number;
  home: NamedTeam;
  away: NamedTeam;
}

/** Returns the matches of a sport in a span of time that a feed is not the source of. */
export async function findCandidates(db: Db, feed: string, sport: Sport, from: Date, until: Date): Promise<CandidateRow[]> {
  const team = (name: string) =>
    sql.raw(`jsonb_build_object('sport', ${name}.sport, 'name', ${name}.name, 'shortName', ${name}.short_name, 'aliases', ${name}.aliases,
      'countryCode', ${name}.country_code)`);
  const { rows } = await sql<CandidateRow>`
    select m.id as match_id, m.league_id, l.settles_on, m.kickoff_at, m.home_team_id, m.away_team_id,
      ${team('h')} as home, ${team('a')} as away
    from matches m join leagues l on l.id = m.league_id join teams h on h.id = m.home_team_id join teams a on a.id = m.away_team_id
    where l.sport = ${sport} and m.kickoff_at between ${from} and ${until}
      and not exists (select from feed_ids f where f.kind = 'match' and f.id = m.id and f.feed = ${feed})`.execute(db);
  return rows;
}

export interface OpinionCount {
  feed: string;
  state: 'matched' | 'no_match' | 'ambiguous';
  count: number;
}

/** Counts, by provider, the opinions about matches since a time: those that were found among ours, and those that were not. */
export async function countOpinions(db: Db, since: Date): Promise<OpinionCount[]> {
  const { rows } = await sql<OpinionCount>`
    select feed, coalesce(unmatched, 'matched') as state, count(*)::integer as count from second_opinions
    where kickoff_at > ${since} and unmatched is distinct from 'later' group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Deletes what providers said that are not followed any more, so that it holds nothing back. */
export async function forgetUnfollowed(db: Db, followed: readonly string[]): Promise<void> {
  await db
    .deleteFrom('second_opinions')
    .where('feed', '<>', sql<string>`all(${[...followed]}::text[])`)
    .execute();
}

/** Deletes what a provider said of these matches. */
export async function deleteOpinions(db: Db, feed: string, feedIds: readonly string[]): Promise<void> {
  if (feedIds.length === 0) return;
  await sql`delete from second_opinions where feed = ${feed} and feed_id = any(${[...feedIds]}::text[])`.execute(db);
}

/** Deletes opinions about matches that began before a time; returns their number. */
export async function purgeOpinions(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('second_opinions')
    // An opinion without a date is as old as its word.
    .where(sql<boolean>`coalesce(kickoff_at, told_at) < ${before}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns those of our teams for which a feed has an id. */
export async function namedBy(db: Db, feed: string, teamIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from feed_ids where feed = ${feed} and kind = 'team' and id = any(${teamIds}::integer[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
