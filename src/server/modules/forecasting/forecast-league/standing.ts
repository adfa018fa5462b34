import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getForecastStanding, getForecastTable } from '#contract/forecast-league.ts';
import { calibrationOf, type Said, TABLE_FORECASTS_MIN, type TableWindow } from '#domain/forecast/forecast-league.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { offsetOf, totalOf } from '#server/platform/http/paging.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { FORECAST_LEAGUE_TOPIC } from './scoring.ts';

const OTHERS = ['model', 'market', 'crowd'] as const;
/** Returns the caller's forecasting figures, alone and beside others. */
export async function standing(
  deps: Deps,
  userId: string,
  { window }: { window: TableWindow },
): Promise<ReplyOf<typeof getForecastStanding>> {
  await requireUser(deps, userId);
  const now = deps.now();
  const [figures, said, place] = await Promise.all([
    findFigures(deps.db, userId, window, now),
    findSaid(deps.db, userId, window, now),
    findRank(deps.db, userId, window, now),
  ]);
  return {
    forecasts: figures.forecasts,
    mean: figures.mean,
    beside: OTHERS.flatMap((name) => {
      const { matches, mine, other } = figures[name];
      return matches === 0 ? [] : [{ name, matches, mine: mine!, other: other! }];
    }),
    calibration: calibrationOf(said),
    ...place,
  };
}

/** Returns a page of the table of all users. */
export function table(
  { db, now }: Deps,
  { window, page, page_size }: ParsedInputOf<typeof getForecastTable>,
): ReplyPlan<ReplyOf<typeof getForecastTable>> {
  const offset = offsetOf({ page, page_size });
  return {
    key: JSON.stringify([window, page, page_size]),
    topics: [FORECAST_LEAGUE_TOPIC],
    make: async () => {
      const [items, total] = await Promise.all([findRanked(db, window, now(), page_size, offset), countRanked(db, window, now())]);
      return { items, page, page_size, ...totalOf(total) };
    },
  };
}

const DAYS: Record<Exclude<TableWindow, 'season'>, number> = { days_30: 30, days_90: 90 };

/** Condition for forecasts within a window; `m` and `l` are their matches and leagues. */
const isWithin = (window: TableWindow, now: Date) =>
  window === 'season'
    ? sql`m.season = l.current_season`
    : sql`coalesce(m.started_at, m.kickoff_at) > ${now}::timestamptz - ${DAYS[window]} * interval '1 day'`;

const scored = (window: TableWindow, now: Date) => sql`
  user_forecasts f join matches m on m.id = f.match_id join leagues l on l.id = m.league_id
  where f.score is not null and ${isWithin(window, now)}`;

/** Means are rounded, so that equal means compare equal regardless of the order of summation. */
const figures = sql`count(*)::integer as forecasts, round(avg(f.score)::numeric, 6)::float8 as mean,
  round(avg(f.score - f.model_score)::numeric, 6)::float8 as over_model`;

/** Ranks everyone with enough forecasts; equal means share a rank. */
const ranking = (window: TableWindow, now: Date) => sql`
  select s.*, u.public_handle as handle, rank() over (order by s.mean desc)::integer as rank
  from (select f.user_id, ${figures} from ${scored(window, now)} group by f.user_id having count(*) >= ${TABLE_FORECASTS_MIN}) s
  join users u on u.id = s.user_id and u.status = 'normal'`;

interface RankedRow {
  handle: string;
  rank: number;
  forecasts: number;
  mean: number;
  over_model: number | null;
}

/** Returns a page of the table of all users, best first; among equals, more forecasts come first. */
async function findRanked(db: Db, window: TableWindow, now: Date, limit: number, offset: number): Promise<RankedRow[]> {
  const { rows } = await sql<RankedRow>`
    select handle, rank, forecasts, mean, over_model from (${ranking(window, now)}) ranked
    order by rank, forecasts desc, handle limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

async function countRanked(db: Db, window: TableWindow, now: Date): Promise<number> {
  const { rows } = await sql<{ ranked: number }>`select count(*)::integer as ranked from (${ranking(window, now)}) ranked`.execute(db);
  return rows[0]!.ranked;
}

/** Returns a user's rank in the table of all users, null if not in it, and the number of ranked users. */
async function findRank(db: Db, userId: string, window: TableWindow, now: Date): Promise<{ rank: number | null; ranked: number }> {
  const { rows } = await sql<{ rank: number | null; ranked: number }>`
    select max(rank) filter (where user_id = ${userId}) as rank, count(*)::integer as ranked from (${ranking(window, now)}) ranked`.execute(
    db,
  );
  return rows[0]!;
}

interface MemberRow extends Omit<RankedRow, 'rank' | 'mean'> {
  user_id: string;
  rank: number | null;
  mean: number | null;
}

/** Returns the members of a group, best first; members without a scored forecast come last, in the order in which they joined. */
export async function findMembers(db: Db, groupId: string, window: TableWindow, now: Date): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    with members as (
      select g.user_id, g.joined_at, u.public_handle as handle from forecast_group_members g join users u on u.id = g.user_id
      where g.group_id = ${groupId}
    ), scores as (
      select f.user_id, ${figures} from ${scored(window, now)} and f.user_id in (select user_id from members) group by f.user_id
    )
    select n.user_id, n.handle, coalesce(s.forecasts, 0) as forecasts, s.mean, s.over_model,
      case when s.mean is not null then (rank() over (order by s.mean desc nulls last))::integer end as rank
    from members n left join scores s on s.user_id = n.user_id
    order by s.mean desc nulls last, s.forecasts desc, n.joined_at, n.handle`.execute(db);
  return rows;
}

/** A user's mean score, and the user's and the other's scores on the matches of both; null if there are none. */
interface OwnFigures {
  forecasts: number;
  mean: number | null;
  model: Beside;
  market: Beside;
  crowd: Beside;
}
interface Beside {
  matches: number;
  mine: number | null;
  other: number | null;
}

async function findFigures(db: Db, userId: string, window: TableWindow, now: Date): Promise<OwnFigures> {
  const beside = (name: 'model' | 'market' | 'crowd') => {
    const other = sql.ref(`f.${name}_score`);
    return sql`json_build_object('matches', count(${other}), 'mine', avg(f.score) filter (where ${other} is not null), 'other', avg(${other}))`;
  };
  const { rows } = await sql<OwnFigures>`
    select count(*)::integer as forecasts, avg(f.score) as mean,
      ${beside('model')} as model, ${beside('market')} as market, ${beside('crowd')} as crowd
    from ${scored(window, now)} and f.user_id = ${userId}`.execute(db);
  return rows[0]!;
}

/** Returns every probability that a user gave to a possible outcome, and how often these outcomes came true. */
async function findSaid(db: Db, userId: string, window: TableWindow, now: Date): Promise<Said[]> {
  const { rows } = await sql<Said>`
    select said.percent::integer as percent, count(*)::integer as count, count(*) filter (where said.is_true)::integer as hits
    from (select f.* from ${scored(window, now)} and f.user_id = ${userId}) f
    cross join lateral (values (f.home, f.outcome = 'home', true), (f.draw, f.outcome = 'draw', f.draw_possible), (f.away, f.outcome = 'away', true))
      said (percent, is_true, is_possible)
    where said.is_possible group by said.percent`.execute(db);
  return rows;
}
