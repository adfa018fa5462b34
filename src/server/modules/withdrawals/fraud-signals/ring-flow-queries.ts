import { sql } from 'kysely';
import { type LossFlow, type Meetings, SMALL_POOL_MAX } from '#domain/withdrawals/ring/facts.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** How deep one account's pools are searched. */
export interface FlowReach {
  /** Number of pools, among the latest bets, in which the account won or lost most. */
  pools: number;
  /** Number of accounts in each pool that lost or won most. */
  accounts: number;
}

/** Number of latest bets of one account that are examined. */
const BETS_MAX = 500;
/**
 * Maximum participants of an examined pool. A larger one is unsuitable for handing over points: most of what is lost there goes to others.
 */
const PARTICIPANTS_MAX = 400;

/** Points that one account lost to another, and of these what it lost in small pools, and in how many of them. */
export type PoolLosses = LossFlow & { small_pools: number; small_points: number };

export const meetingsIn = (losses: readonly PoolLosses[]): Meetings[] =>
  losses.flatMap(({ loser, winner, small_pools, small_points }) =>
    small_pools === 0 ? [] : [{ loser, winner, pools: small_pools, points: small_points }],
  );

/** Returns who lost what these accounts won in pools: each gain is attributed to a pool's losers by their share of the losses. */
export async function findLosers(db: Db, userIds: readonly string[], { pools, accounts }: FlowReach): Promise<PoolLosses[]> {
  const { rows } = await sql<PoolLosses>`
    select l.user_id as loser, a.id as winner, sum(w.gain::float8 * l.points / w.lost) as points,
      count(*) filter (where w.participants <= ${SMALL_POOL_MAX})::integer as small_pools,
      coalesce(sum(w.gain::float8 * l.points / w.lost) filter (where w.participants <= ${SMALL_POOL_MAX}), 0) as small_points
    from unnest(${userIds}::uuid[]) as a (id), lateral (
      select b.contest_id, b.gain, c.lost, c.participants from (
        select contest_id, hit, payout + refund - stake as gain from bets where user_id = a.id order by placed_at desc limit ${BETS_MAX}
      ) b cross join lateral (
        select participants, stake_home + stake_draw + stake_away - case winner when 'home' then stake_home when 'draw' then stake_draw else stake_away end as lost
        from contests where id = b.contest_id and market = 'wdl' limit 1
      ) c
      where b.hit and b.gain > 0 and c.lost > 0 order by b.gain desc, b.contest_id limit ${pools}
    ) w cross join lateral (
      select user_id, stake - refund as points from bets
      where contest_id = w.contest_id and not hit order by stake - refund desc limit ${accounts}
    ) l
    where l.points > 0 group by a.id, l.user_id`.execute(db);
  return rows;
}

/** Returns who won what these accounts lost in pools: each loss is attributed to the winners by their share of the winning stakes. */
export async function findWinners(db: Db, userIds: readonly string[], { pools, accounts }: FlowReach): Promise<PoolLosses[]> {
  const { rows } = await sql<PoolLosses>`
    select a.id as loser, w.user_id as winner, sum(b.lost::float8 * w.stake / b.winning) as points,
      count(*) filter (where b.participants <= ${SMALL_POOL_MAX})::integer as small_pools,
      coalesce(sum(b.lost::float8 * w.stake / b.winning) filter (where b.participants <= ${SMALL_POOL_MAX}), 0) as small_points
    from unnest(${userIds}::uuid[]) as a (id), lateral (
      select b.contest_id, b.lost, c.winning, c.winner, c.participants from (
        select contest_id, hit, stake - refund as lost from bets where user_id = a.id order by placed_at desc limit ${BETS_MAX}
      ) b cross join lateral (
        select winner, participants, case winner when 'home' then stake_home when 'draw' then stake_draw else stake_away end as winning
        from contests where id = b.contest_id and market = 'wdl' and participants <= ${PARTICIPANTS_MAX} limit 1
      ) c
      where not b.hit and b.lost > 0 and c.winning > 0 order by b.lost desc, b.contest_id limit ${pools}
    ) b cross join lateral (
      select user_id, stake from bets where contest_id = b.contest_id and hit order by stake desc, id limit ${accounts}
    ) w
    group by a.id, w.user_id`.execute(db);
  return rows;
}

/**
 * Returns the points that accounts had at risk in their latest settled bets: in a pool at most what others staked on the other outcomes, at
 * fixed odds the stake if the odds are 1.20 or more.
 */
export async function sumRisked(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; risked: number }>`
    select a.id, coalesce(sum(
      case when c.market = 'wdl' then least(b.stake, c.stake_home + c.stake_draw + c.stake_away - c.on_pick)
        when b.fixed_payout * 100 >= b.stake * 120 then b.stake else 0 end
    ), 0)::bigint as risked
    from unnest(${userIds}::uuid[]) as a (id)
    left join lateral (
      select contest_id, pick, stake - refund as stake, fixed_payout, state from bets
      where user_id = a.id order by placed_at desc limit ${BETS_MAX}
    ) b on b.state = 'settled' and b.stake > 0
    left join lateral (
      select market, stake_home, stake_draw, stake_away, case b.pick when 'home' then stake_home when 'draw' then stake_draw else stake_away end as on_pick
      from contests where id = b.contest_id limit 1
    ) c on true
    group by a.id`.execute(db);
  return new Map(rows.map(({ id, risked }) => [id, risked]));
}

/** Returns when accounts registered. */
export async function findRegistered(db: Db, userIds: readonly string[]): Promise<{ id: string; created_at: Date }[]> {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    select u.id, u.created_at from unnest(${userIds}::uuid[]) as a (id)
    cross join lateral (select id, created_at from users where id = a.id limit 1) u`.execute(db);
  return rows;
}

/** Returns the days between the first and the last registration, over which registrations are spread. */
export async function findSiteDays(db: Db): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select coalesce(extract(epoch from (select created_at from users order by created_at desc limit 1)
      - (select created_at from users order by created_at limit 1)) / 86400, 0)::float8 as days`.execute(db);
  return rows[0]!.days;
}

const PLAYERS_MAX = 5_000;

/** Counts the users who were active on the busiest of the last seven days, up to PLAYERS_MAX. */
export async function countPlayers(db: Db): Promise<number> {
  const { rows } = await sql<{ players: number }>`
    select coalesce(max(active.users), 0)::integer as players
    from (select max(day) as last from active_days) latest
    cross join lateral generate_series(latest.last - 6, latest.last, interval '1 day') span (day)
    cross join lateral (
      select count(*) as users from (select from active_days where day = span.day::date limit ${PLAYERS_MAX}) counted
    ) active`.execute(db);
  return rows[0]!.players;
}
