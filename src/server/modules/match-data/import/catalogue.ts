import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { KnownRules } from '#domain/matches/league-rules.ts';
import { type SettlementRule, usualSettlement } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { type Db, transact } from '#server/platform/db/pool.ts';
import { type Batch, refusalOf } from './batch.ts';
import type { FeedUpdate, LeagueUpdate, TeamUpdate } from './feed.ts';
import { findIds, insertIds, lockImport, reserveIds } from './queries.ts';
import { tableOf } from './table-of.ts';
import { type Verdict, validateLeague, validateTeam } from './validate.ts';

/** Leagues and teams, which matches refer to, and which teams play in which leagues. */

export async function importLeagues(batch: Batch, updates: FeedUpdate[]): Promise<void> {
  const told = valid(batch, updates, (update): update is LeagueUpdate => update.kind === 'league', validateLeague);
  const ids = await identify(batch, 'league', 'leagues', told);
  const known = await findCurrentSeasons(batch.db, [...new Set(ids.values())]);
  const leagues = new Map<number, LeagueRow>();
  // Applied one after another: each update may be of another season with its own rules.
  for (const one of told) {
    const id = ids.get(one.id)!;
    const { update, rules } = besideKnown(one, known.get(id));
    known.set(id, { id, season: update.season, rules });
    leagues.set(id, { id, update, rules });
  }
  await writeLeagues(batch.db, [...leagues.values()]);
}

/** Merges an update into a known league: each season keeps the rules it was imported with (see `rulesOfSeason`). */
function besideKnown(update: LeagueUpdate, known: KnownSeason | undefined): { update: LeagueUpdate; rules: KnownRules } {
  const told = update.rules ?? {};
  if (known === undefined) return { update, rules: told };
  const { earlier = {}, ...current } = known.rules;
  if (update.keepsLaterSeason && known.season > update.season) {
    return { update: { ...update, season: known.season }, rules: { ...current, earlier: { ...earlier, [update.season]: told } } };
  }
  const isNewWord = known.season !== update.season && !isDeepStrictEqual(told, current);
  const before = isNewWord ? { ...earlier, [known.season]: current } : earlier;
  return { update, rules: Object.keys(before).length === 0 ? told : { ...told, earlier: before } };
}

export async function importTeams(batch: Batch, updates: FeedUpdate[]): Promise<void> {
  const told = valid(batch, updates, (update): update is TeamUpdate => update.kind === 'team', validateTeam);
  const ids = await identify(batch, 'team', 'teams', told);
  const teams = new Map(told.map((update) => [ids.get(update.id)!, update]));
  await writeTeams(
    batch.db,
    [...teams].map(([id, update]) => ({ id, update })),
  );
}

/** Returns the valid updates of leagues or teams in a batch; refuses the others. */
function valid<T extends LeagueUpdate | TeamUpdate>(
  batch: Batch,
  updates: FeedUpdate[],
  isWanted: (update: FeedUpdate) => update is T,
  validate: (update: T) => Verdict,
): T[] {
  return updates.filter(isWanted).filter((update) => {
    const verdict = validate(update);
    if (verdict !== null) batch.refusals.push(refusalOf(update, verdict));
    return verdict === null;
  });
}

/** Maps the feed's ids to ours, with new ids for new rows. */
async function identify(
  { db, feed }: Batch,
  kind: 'league' | 'team',
  table: 'leagues' | 'teams',
  updates: readonly (LeagueUpdate | TeamUpdate)[],
): Promise<Map<string, number>> {
  const feedIds = [...new Set(updates.map(({ id }) => id))];
  const known = await findIds(db, feed, kind, feedIds);
  const unknown = feedIds.filter((id) => !known.has(id));
  const ids = await reserveIds(db, table, unknown.length);
  const fresh = unknown.map((feedId, index): [string, number] => [feedId, ids[index]!]);
  await insertIds(db, feed, kind, fresh);
  return new Map([...known, ...fresh]);
}

/** Passes rows as one JSON text, whatever their number, so that one statement has one plan. */
const json = (rows: unknown): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::jsonb`;

interface NamedInCountry {
  feed_id: string;
  name: string;
  country_code: string;
}

/** Reuses leagues that other feeds sent with the same name and country; leagues already known to this feed keep their ids. */
async function adoptLeagues(db: Db, feed: string, others: string[], leagues: NamedInCountry[]): Promise<void> {
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

/** Reuses teams of other feeds with the same name that play in a league of the country, as `adoptLeagues` does. */
async function adoptTeams(db: Db, feed: string, others: string[], teams: NamedInCountry[]): Promise<void> {
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

/** A league's row after an update. */
interface LeagueRow {
  id: number;
  update: LeagueUpdate;
  rules: KnownRules;
}

async function writeLeagues(db: Db, leagues: LeagueRow[]): Promise<void> {
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
    rating_group: update.ratingGroup ?? null,
    surface: update.surface ?? null,
  }));
  await sql`
    insert into leagues as l (id, sport, name, names, country_code, form, draw_possible, current_season, rules, settles_on,
      rating_group, surface)
    overriding system value
    select * from jsonb_to_recordset(${json(rows)}) as r (
      id integer, sport text, name text, names jsonb, country_code text, form text, draw_possible boolean, current_season text, rules jsonb,
      settles_on text, rating_group text, surface text)
    on conflict (id) do update set (
      name, names, country_code, form, draw_possible, current_season, rules, settles_on, rating_group, surface) = (
      excluded.name, excluded.names, excluded.country_code, excluded.form, excluded.draw_possible, excluded.current_season, excluded.rules,
      excluded.settles_on, excluded.rating_group, excluded.surface)
    where l is distinct from excluded`.execute(db);
}

interface KnownSeason {
  id: number;
  season: string;
  rules: KnownRules;
}

/** Returns the current season of known leagues, and their rules for it and for earlier seasons. */
async function findCurrentSeasons(db: Db, leagueIds: number[]): Promise<Map<number, KnownSeason>> {
  if (leagueIds.length === 0) return new Map();
  const { rows } = await sql<KnownSeason>`
    select id, current_season as season, rules from leagues where id = any(${leagueIds}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The facts of a league that its matches are validated and settled by. */
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

async function writeTeams(db: Db, teams: { id: number; update: TeamUpdate }[]): Promise<void> {
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
    rank: update.rank ?? null,
    keeps_rank: update.rank === undefined,
  }));
  await sql`
    insert into teams as t (id, sport, name, short_name, names, aliases, country_code, colours, rank)
    overriding system value
    select r.id, r.sport, r.name, r.short_name, r.names, r.aliases, r.country_code, r.colours,
      case when r.keeps_rank then known.rank else r.rank end
    from jsonb_to_recordset(${json(rows)}) as r (
      id integer, sport text, name text, short_name text, names jsonb, aliases text[], country_code text, colours text[], rank integer,
      keeps_rank boolean)
    left join teams known on known.id = r.id
    on conflict (id) do update set (name, short_name, names, aliases, country_code, colours, rank) = (
      excluded.name, excluded.short_name, excluded.names, excluded.aliases, excluded.country_code, excluded.colours, excluded.rank)
    where t is distinct from excluded`.execute(db);
}

export interface LeagueTeam {
  league_id: number;
  season: string;
  team_id: number;
}

export async function writeLeagueTeams(db: Db, rows: LeagueTeam[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into league_teams (league_id, season, team_id)
    select * from ${tableOf(rows, { league_id: 'integer', season: 'text', team_id: 'integer' })}
    on conflict do nothing`.execute(db);
}

/** Collections of files that identify leagues and teams by names only, written the same way in each. */
const COLLECTIONS = ['openfootball', 'football-data'];

/**
 * Maps a league or club of this feed to the same one of another collection: a league by its name and country, a club by its name if
 * it plays in a league of that country. Clubs in no national league (as in an international cup) are left out.
 */
export async function joinCatalogue(db: Db, feed: string, updates: readonly FeedUpdate[]): Promise<void> {
  const others = COLLECTIONS.filter((name) => name !== feed);
  const named = (kind: 'league' | 'team') =>
    updates.flatMap((update) =>
      update.kind === kind && update.countryCode !== null
        ? [{ feed_id: update.id, name: update.name, country_code: update.countryCode }]
        : [],
    );
  await transact(db, async (db) => {
    await lockImport(db);
    await adoptLeagues(db, feed, others, named('league'));
    await adoptTeams(db, feed, others, named('team'));
  });
}
