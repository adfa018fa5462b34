import { sql, type Transaction } from 'kysely';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { MATCH_STATUSES, isStarted as proves, statusesOf } from '#domain/matches/match-status.ts';
import type { PartScore } from '#domain/matches/score.ts';
import type { Sport, Surface } from '#domain/matches/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { StoredForecast } from './stored-forecast.ts';

/** Queries of the site on forecasts. Those of the worker are in past-queries.ts. */

const UPCOMING = statusesOf('upcoming');
const STARTED = MATCH_STATUSES.filter(proves);

export interface ForecastRow {
  match_id: number;
  model: string;
  made_at: Date;
  frozen_at: Date | null;
  content: StoredForecast;
  market: Outcomes | null;
  crowd: Outcomes | null;
}

export interface NewForecast {
  matchId: number;
  model: string;
  content: StoredForecast;
}

/** Whether a forecast `f` is about the teams and the format of the match `m`. */
const isOfMatch = sql`
  ((f.content->>'home_team_id')::integer = m.home_team_id and (f.content->>'away_team_id')::integer = m.away_team_id
    and (f.content#>>'{format,parts}')::smallint is not distinct from m.series_parts
    and (f.content#>>'{format,race}')::boolean is not distinct from m.series_race)`;

export interface UpcomingMatch {
  id: number;
  home_team_id: number;
  away_team_id: number;
  /** Whether it has a forecast about these teams in this format. */
  has_forecast: boolean;
}

export async function findUpcoming(db: Db, from: Date, to: Date): Promise<UpcomingMatch[]> {
  const { rows } = await sql<UpcomingMatch>`
    select m.id, m.home_team_id, m.away_team_id,
      coalesce(${isOfMatch}, false) as has_forecast
    from matches m left join forecasts f on f.match_id = m.id
    where m.kickoff_at > ${from} and m.kickoff_at <= ${to} and m.status = any(${UPCOMING}::text[]) and f.frozen_at is null
    order by m.kickoff_at, m.id`.execute(db);
  return rows;
}

/**
 * Stores forecasts of matches that have not begun; forecasts that are frozen, or whose match began meanwhile, stay as they are. Locks the
 * matches against the importer, so that no forecast is stored after a live status. Returns the ids of matches whose forecast changed.
 */
export async function storeForecasts(db: Db, forecasts: readonly NewForecast[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ match_id: number }>`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(forecasts)}::jsonb) as made ("matchId" integer, model text, content jsonb)
    ), before_start as (
      select m.id from matches m
      where m.id in (select "matchId" from made) and m.status = any(${UPCOMING}::text[]) and m.kickoff_at > ${now}
      order by m.id for share
    )
    insert into forecasts as f (match_id, model, made_at, content)
    select made."matchId", made.model, ${now}, made.content from made join before_start b on b.id = made."matchId" order by b.id
    on conflict (match_id) do update set model = excluded.model, made_at = excluded.made_at, content = excluded.content
      where f.frozen_at is null and (f.content <> excluded.content or f.model <> excluded.model)
    returning match_id`.execute(db);
  return rows.map(({ match_id }) => match_id);
}

export interface BegunMatch {
  match_id: number;
  made_at: Date;
  /** True kick-off, as far as the first live status reported it. */
  started_at: Date | null;
  /** Whether the forecast is about the teams that play, in the format of the match. */
  is_of_match: boolean;
}

/**
 * Locks and returns matches that have begun with a forecast that is not frozen, all or those among `matchIds`. Parallel callers wait and
 * then find none.
 */
export async function lockBegun(db: Transaction<DB>, count: number, matchIds: readonly number[] | null): Promise<BegunMatch[]> {
  const { rows } = await sql<BegunMatch>`
    select f.match_id, f.made_at, m.started_at, ${isOfMatch} as is_of_match
    from forecasts f join matches m on m.id = f.match_id
    where f.frozen_at is null and m.status = any(${STARTED}::text[]) and (${matchIds}::integer[] is null or m.id = any(${matchIds}))
    order by f.match_id limit ${count} for update of f`.execute(db);
  return rows;
}

export interface Opinions {
  market: Outcomes | null;
  crowd: Outcomes | null;
}

export async function freeze(db: Db, matchId: number, { market, crowd }: Opinions, now: Date): Promise<void> {
  await db
    .updateTable('forecasts')
    .set({ frozen_at: now, market: asJson(market), crowd: asJson(crowd) })
    .where('match_id', '=', matchId)
    .where('frozen_at', 'is', null)
    .execute();
}

const asJson = (outcomes: Outcomes | null): string | null => (outcomes === null ? null : JSON.stringify(outcomes));

export async function deleteForecasts(db: Db, matchId: number): Promise<void> {
  await db.deleteFrom('forecasts').where('match_id', '=', matchId).where('frozen_at', 'is', null).execute();
}

export interface BookRow {
  home: number;
  draw: number | null;
  away: number;
  suspended: boolean;
  closing_home: number | null;
  closing_draw: number | null;
  closing_away: number | null;
}

export const findBooks = (db: Db, matchId: number): Promise<BookRow[]> =>
  db
    .selectFrom('odds')
    .select(['home', 'draw', 'away', 'suspended', 'closing_home', 'closing_draw', 'closing_away'])
    .where('match_id', '=', matchId)
    .where('market', '=', '1x2')
    .orderBy('bookmaker')
    .execute();

/** Returns the bookmakers of many matches, like `findBooks` for one. */
export const findBooksOf = (db: Db, matchIds: readonly number[]): Promise<(BookRow & { match_id: number })[]> =>
  db
    .selectFrom('odds')
    .select(['match_id', 'home', 'draw', 'away', 'suspended', 'closing_home', 'closing_draw', 'closing_away'])
    .where('match_id', '=', sql<number>`any(${matchIds}::int[])`)
    .where('market', '=', '1x2')
    .orderBy('bookmaker')
    .execute();

export interface ToldRow {
  match_id: number;
  status: string;
  /** Null if we have no forecast for the teams that play, in the format of the match. */
  model: Outcomes | null;
  /** Whether it no longer changes; null if there is none. */
  is_frozen: boolean | null;
  market: Outcomes | null;
  crowd: Outcomes | null;
}

/** Returns what our forecasts of these matches contain; market and crowd are null before they are frozen. */
export async function findTold(db: Db, matchIds: readonly number[]): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    select m.id as match_id, m.status, case when ${isOfMatch} then f.content->'outcomes' end as model,
      case when f.match_id is not null then f.frozen_at is not null end as is_frozen, f.market, f.crowd
    from matches m left join forecasts f on f.match_id = m.id where m.id = any(${matchIds}::integer[])`.execute(db);
  return rows;
}

export interface MatchFacts {
  id: number;
  sport: Sport;
  league_id: number;
  rating_group: string | null;
  draw_possible: boolean;
  series_parts: number | null;
  series_race: boolean | null;
  surface: Surface | null;
  status: string;
  kickoff_at: Date | null;
  minute: number | null;
  stoppage: number | null;
  home_team_id: number;
  away_team_id: number;
  home_score: number | null;
  away_score: number | null;
  halftime: [number, number] | null;
  fulltime: [number, number] | null;
  parts: PartScore[] | null;
}

export async function findMatch(db: Db, id: number): Promise<MatchFacts | undefined> {
  const { rows } = await sql<MatchFacts>`
    select m.id, l.sport, m.league_id, l.rating_group, l.surface, m.draw_possible, m.series_parts, m.series_race, m.status, m.kickoff_at,
      m.minute, m.stoppage, m.home_team_id, m.away_team_id, m.home_score, m.away_score, m.halftime, m.fulltime, m.parts
    from matches m join leagues l on l.id = m.league_id where m.id = ${id}`.execute(db);
  return rows[0];
}

export async function findForecast(db: Db, matchId: number): Promise<ForecastRow | undefined> {
  const row = await db.selectFrom('forecasts').selectAll().where('match_id', '=', matchId).executeTakeFirst();
  return row as ForecastRow | undefined;
}

export interface TurningRow {
  type: string;
  side: 'home' | 'away';
  period: string;
  minute: number;
  stoppage: number | null;
  detail: string | null;
}

/** Returns events that may move a forecast: goals, cards and video decisions of the 90 minutes. */
export async function findTurningEvents(db: Db, matchId: number): Promise<TurningRow[]> {
  const { rows } = await sql<TurningRow>`
    select type, side, period, minute, stoppage, detail from match_events
    where match_id = ${matchId} and period in ('H1', 'H2') and type in ('goal', 'penalty', 'own_goal', 'red', 'second_yellow', 'var')
    order by position`.execute(db);
  return rows;
}

/**
 * Returns whether either team has a match that was played to its end, and that its ratings in this match are learned from: in football any
 * match, in other sports one of the league or its rating group.
 */
export async function hasPast(db: Db, { sport, league_id, rating_group, home_team_id, away_team_id }: MatchFacts): Promise<boolean> {
  const teamIds = [home_team_id, away_team_id];
  const { rows } = await sql`
    select 1 from matches m join leagues l on l.id = m.league_id
    where m.status in ('ft', 'aet', 'pen') and (m.home_team_id = any(${teamIds}::integer[]) or m.away_team_id = any(${teamIds}::integer[]))
      and (${sport} = 'football' or l.id = ${league_id} or l.rating_group = ${rating_group})
    limit 1`.execute(db);
  return rows.length > 0;
}
