import { type RawBuilder, sql } from 'kysely';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { RiskStake } from '#domain/settlement/play-at-risk.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Minimum number of unrelated players with stakes at risk that make a crowd. */
export const CROWD_MIN = 3;

export interface PoolRow {
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
export async function findChangedPools(db: Db, now: Date, limit: number): Promise<PoolRow[]> {
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
export async function lockPool(db: Db, matchId: number): Promise<PoolRow | undefined> {
  const { rows } = await sql<PoolRow>`
    select ${poolColumns} from contests c where c.match_id = ${matchId} and c.market = 'wdl'
    order by c.created_at desc, c.id desc limit 1 for share`.execute(db);
  return rows[0];
}

/** Returns all stakes in a pool. */
export async function findStakes(db: Db, contestId: string): Promise<RiskStake[]> {
  const rows = await db.selectFrom('bets').select(['id', 'user_id', 'pick', 'stake']).where('contest_id', '=', contestId).execute();
  return rows.map(({ id, user_id, pick, stake }) => ({
    id,
    userId: user_id,
    pick: pick as Pick,
    legs: [{ stake, oddsHundredths: null }],
  }));
}

export async function saveCrowd(db: Db, pool: PoolRow, points: Record<Pick, number>, people: number, at: Date): Promise<void> {
  const values = { match_id: pool.match_id, ...points, people, staked: pool.staked, weighed_at: at };
  await db
    .insertInto('crowds')
    .values({ contest_id: pool.id, ...values })
    .onConflict((oc) => oc.column('contest_id').doUpdateSet(values))
    .execute();
}

/** Returns the crowds of the latest pools of these matches, in points at risk; omits pools without a crowd. */
export async function findCrowds(db: Db, matchIds: readonly number[]): Promise<(Outcomes & { match_id: number })[]> {
  const { rows } = await sql<Outcomes & { match_id: number }>`
    select w.match_id, w.home, w.draw, w.away from unnest(${matchIds}::int[]) as asked (match_id), lateral (${latestPool(sql`asked.match_id`)}) c
    join crowds w on w.contest_id = c.id
    where w.people >= ${CROWD_MIN}`.execute(db);
  return rows;
}

const latestPool = (matchId: RawBuilder<unknown>) => sql`
  select id from contests where contests.match_id = ${matchId} and market = 'wdl' order by created_at desc, id desc limit 1`;
