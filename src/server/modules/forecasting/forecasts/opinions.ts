import { type RawBuilder, sql } from 'kysely';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { crowdAtRisk, type RiskStake } from '#domain/settlement/play-at-risk.ts';
import type { Deps } from '#server/deps.ts';
import { relatedGroups } from '#server/modules/betting/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { crowdOf, marketOf } from './market-opinion.ts';
import { type BookRow, findBooks, findBooksOf, findTold, type Opinions, type ToldRow } from './queries.ts';
import { forecastTopic } from './stored-forecast.ts';

/** Returns the opinions of bookmakers and crowd: present ones before kick-off, afterwards those at kick-off. */
export async function opinionsOf(db: Db, matchId: number, hasBegun: boolean): Promise<Opinions> {
  const [crowd] = await findCrowds(db, [matchId]);
  return { market: await marketOpinion(db, matchId, hasBegun), crowd: crowd ? crowdOf(crowd) : null };
}

/** Returns the opinion of bookmakers: the present one before kick-off, afterwards the closing one. */
export async function marketOpinion(db: Db, matchId: number, hasBegun: boolean): Promise<Outcomes | null> {
  const books = await findBooks(db, matchId);
  return hasBegun ? closing(books) : now(books);
}

const closing = (books: readonly BookRow[]): Outcomes | null =>
  marketOf(
    books.flatMap(({ closing_home: home, closing_draw: draw, closing_away: away }) =>
      home === null || away === null ? [] : [[home, draw, away] as const],
    ),
  );

/** Uses the bookmakers that take bets; if none does, the last prices of all. */
function now(books: readonly BookRow[]): Outcomes | null {
  const open = books.filter(({ suspended }) => !suspended);
  return marketOf((open.length > 0 ? open : books).map(({ home, draw, away }) => [home, draw, away]));
}

/** Opinions of model, market and crowd about a match; null if there is none. */
interface AllOpinions extends Opinions {
  model: Outcomes | null;
  /** Whether the match has begun and its forecast is still to be frozen as of kick-off. */
  isToFreeze: boolean;
}

/**
 * Returns the opinions about many matches: present ones before kick-off, else those frozen at kick-off. Omits matches that do not exist.
 */
export async function allOpinionsOf(db: Db, matchIds: readonly number[]): Promise<Map<number, AllOpinions>> {
  const told = await findTold(db, matchIds);
  const coming = told.filter(isComing).map(({ match_id: id }) => id);
  const [books, pools] = coming.length === 0 ? [[], []] : await Promise.all([findBooksOf(db, coming), findCrowds(db, coming)]);
  const opinionsNow = (id: number): Opinions => {
    const pool = pools.find(({ match_id }) => match_id === id);
    return { market: now(books.filter(({ match_id }) => match_id === id)), crowd: pool === undefined ? null : crowdOf(pool) };
  };
  return new Map(
    told.map((row) => {
      const { match_id: id, model, market, crowd, is_frozen: isFrozen } = row;
      if (isComing(row)) return [id, { model, ...opinionsNow(id), isToFreeze: false }];
      return [
        id,
        isFrozen ? { model, market, crowd, isToFreeze: false } : { model: null, market: null, crowd: null, isToFreeze: isFrozen === false },
      ];
    }),
  );
}

const isComing = ({ status, is_frozen: isFrozen }: ToldRow): boolean =>
  matchGroup(status as MatchStatus) === 'upcoming' && isFrozen !== true;

const AT_ONCE = 50;

/**
 * Weighs the crowd's opinion in each pool that changed by the points that players have at risk against unrelated players. Stakes that
 * cannot be lost, or that a ring places among its own accounts, have no effect (docs/decisions/047-play-at-risk.md). May run at any time,
 * and repeatedly.
 */
export async function weighCrowds(deps: Deps): Promise<void> {
  for (;;) {
    const changed = await findChangedPools(deps.db, deps.now(), AT_ONCE);
    for (const pool of changed) {
      await weigh(deps.db, pool, deps.now());
      deps.replies.touch(forecastTopic(pool.match_id));
    }
    if (changed.length < AT_ONCE) return;
  }
}

/** Weighs and returns the crowd's opinion of a match now, after waiting for a stake in progress; null if there is no crowd. */
export async function finalCrowd(db: Db, matchId: number, now: Date): Promise<Outcomes | null> {
  const pool = await lockPool(db, matchId);
  return pool ? weigh(db, pool, now) : null;
}

async function weigh(db: Db, pool: PoolRow, now: Date): Promise<Outcomes | null> {
  const stakes = await findStakes(db, pool.id);
  const ties = await relatedGroups(
    db,
    stakes.map(({ userId }) => userId),
  );
  const contest = { market: 'wdl', outcomes: picksOf(pool.draw_possible), feePercent: Number(pool.fee_percent) } as const;
  const { points, people } = crowdAtRisk(contest, stakes, ties);
  await saveCrowd(db, pool, points, people, now);
  return people >= CROWD_MIN ? crowdOf(points) : null;
}

/** Minimum number of unrelated players with stakes at risk that make a crowd. */
const CROWD_MIN = 3;

interface PoolRow {
  id: string;
  match_id: number;
  draw_possible: boolean;
  fee_percent: string;
  staked: number;
}

const poolColumns = sql`c.id, c.match_id, c.draw_possible, c.fee_percent, c.stake_home + c.stake_draw + c.stake_away as staked`;

/**
 * Returns pools whose stakes changed by 1% since their crowd was weighed, or at all and the last weighing is over a minute ago; omits pools
 * with too few players.
 */
async function findChangedPools(db: Db, now: Date, limit: number): Promise<PoolRow[]> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  const { rows } = await sql<PoolRow>`
    select * from (
      select ${poolColumns} from contests c where c.market = 'wdl' and c.state not in ('settled', 'void') and c.participants >= ${CROWD_MIN}
    ) pool
    where not exists (
      select from crowds w where w.contest_id = pool.id
        and (w.staked = pool.staked or (w.weighed_at > ${minuteAgo} and abs(pool.staked - w.staked) * 100 < w.staked))
    )
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Locks and returns the latest pool of a match, after waiting for a stake in progress; undefined if there is none. */
async function lockPool(db: Db, matchId: number): Promise<PoolRow | undefined> {
  const { rows } = await sql<PoolRow>`
    select ${poolColumns} from contests c where c.match_id = ${matchId} and c.market = 'wdl'
    order by c.created_at desc, c.id desc limit 1 for share`.execute(db);
  return rows[0];
}

/** Returns all stakes in a pool. */
async function findStakes(db: Db, contestId: string): Promise<RiskStake[]> {
  const rows = await db.selectFrom('bets').select(['id', 'user_id', 'pick', 'stake']).where('contest_id', '=', contestId).execute();
  return rows.map(({ id, user_id, pick, stake }) => ({
    id,
    userId: user_id,
    pick: pick as Pick,
    legs: [{ stake, oddsHundredths: null }],
  }));
}

async function saveCrowd(db: Db, pool: PoolRow, points: Record<Pick, number>, people: number, at: Date): Promise<void> {
  const values = { match_id: pool.match_id, ...points, people, staked: pool.staked, weighed_at: at };
  await db
    .insertInto('crowds')
    .values({ contest_id: pool.id, ...values })
    .onConflict((oc) => oc.column('contest_id').doUpdateSet(values))
    .execute();
}

/** Returns the crowds of the latest pools of these matches, in points at risk; omits pools without a crowd. */
async function findCrowds(db: Db, matchIds: readonly number[]): Promise<(Outcomes & { match_id: number })[]> {
  const { rows } = await sql<Outcomes & { match_id: number }>`
    select w.match_id, w.home, w.draw, w.away from unnest(${matchIds}::int[]) as asked (match_id), lateral (${latestPool(sql`asked.match_id`)}) c
    join crowds w on w.contest_id = c.id
    where w.people >= ${CROWD_MIN}`.execute(db);
  return rows;
}

const latestPool = (matchId: RawBuilder<unknown>) => sql`
  select id from contests where contests.match_id = ${matchId} and market = 'wdl' order by created_at desc, id desc limit 1`;
