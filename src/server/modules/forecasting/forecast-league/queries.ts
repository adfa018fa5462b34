import { sql } from 'kysely';
import type { Percents } from '#domain/forecast/forecast-league.ts';
import type { Pick, Sport } from '#domain/matches/sport.ts';
import type { Terms } from '#server/modules/betting/public.ts';
import type { LeagueRow } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A user's forecast of a match. */
export interface OwnRow extends Percents, Terms {
  match_id: number;
  made_at: Date;
  voided_at: Date | null;
  outcome: Pick | null;
  score: number | null;
  model_score: number | null;
  market_score: number | null;
  crowd_score: number | null;
}

const OWN = [
  ...(['match_id', 'home', 'draw', 'away', 'home_team_id', 'away_team_id', 'draw_possible'] as const),
  ...(['made_at', 'voided_at', 'outcome'] as const),
  ...(['score', 'model_score', 'market_score', 'crowd_score'] as const),
] as const;

export async function findOwn(db: Db, userId: string, matchIds: readonly number[]): Promise<OwnRow[]> {
  const rows = await db
    .selectFrom('user_forecasts')
    .select(OWN)
    .where('user_id', '=', userId)
    .where('match_id', '=', sql<number>`any(${matchIds}::int[])`)
    .execute();
  return rows as OwnRow[];
}

/** Inserts a forecast or replaces the earlier one; one that was scored stays. */
export async function storeForecast(db: Db, userId: string, forecast: Percents & Terms & { match_id: number }, now: Date): Promise<void> {
  const said = { ...forecast, made_at: now, voided_at: null };
  await db
    .insertInto('user_forecasts')
    .values({ user_id: userId, ...said })
    .onConflict((oc) => oc.columns(['user_id', 'match_id']).doUpdateSet(said).where('user_forecasts.result_since', 'is', null))
    .execute();
}

export async function deleteForecast(db: Db, userId: string, matchId: number): Promise<void> {
  await db
    .deleteFrom('user_forecasts')
    .where('user_id', '=', userId)
    .where('match_id', '=', matchId)
    .where('result_since', 'is', null)
    .execute();
}

/** Returns leagues by match id. */
export async function findLeaguesOf(db: Db, matchIds: readonly number[]): Promise<Map<number, LeagueRow>> {
  const rows = await db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .select('m.id as match_id')
    .select(['l.id', 'l.sport', 'l.name', 'l.names', 'l.country_code', 'l.form', 'l.draw_possible', 'l.settles_on'])
    .where('m.id', '=', sql<number>`any(${matchIds}::int[])`)
    .execute();
  return new Map(rows.map(({ match_id, ...league }) => [match_id, league]));
}

/** Match ids of a page, and the total number, counted up to `countMax`. */
export interface MatchPage {
  ids: number[];
  total: number;
}

interface Slice {
  limit: number;
  offset: number;
  countMax: number;
}

/** Returns matches with a kick-off after `from` and up to `to`, by kick-off. */
export function findComing(db: Db, sport: Sport | undefined, from: Date, to: Date, slice: Slice): Promise<MatchPage> {
  const chosen = sql`select m.id, m.kickoff_at as at from matches m join leagues l on l.id = m.league_id
    where m.status = 'ns' and m.kickoff_at > ${from} and m.kickoff_at <= ${to} and (${sport ?? null}::text is null or l.sport = ${sport ?? null})`;
  return pageOf(db, chosen, 'asc', slice);
}

/** Returns the matches of a user's forecasts: those that wait for a result, next match first, or those that are over, latest first. */
export function findOwnMatches(db: Db, userId: string, status: 'open' | 'scored', slice: Slice): Promise<MatchPage> {
  const isWaiting = sql`f.result_since is null and f.voided_at is null`;
  const chosen = sql`select m.id, coalesce(m.kickoff_at, 'infinity') as at from user_forecasts f join matches m on m.id = f.match_id
    where f.user_id = ${userId} and ${status === 'open' ? isWaiting : sql`not (${isWaiting})`}`;
  return pageOf(db, chosen, status === 'open' ? 'asc' : 'desc', slice);
}

async function pageOf(
  db: Db,
  chosen: ReturnType<typeof sql>,
  order: 'asc' | 'desc',
  { limit, offset, countMax }: Slice,
): Promise<MatchPage> {
  const direction = sql.raw(order);
  const { rows } = await sql<{ id: number }>`
    select id from (${chosen}) chosen order by at ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{
    total: number;
  }>`select count(*)::integer as total from (select from (${chosen}) chosen limit ${countMax}) counted`.execute(db);
  return { ids: rows.map(({ id }) => id), total: counted.rows[0]!.total };
}
