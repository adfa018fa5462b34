import { sql } from 'kysely';
import type { AccountRef } from '#contract/fraud-signals.ts';
import type { Loss } from '#domain/ledger/provenance-losers.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A contest in which a user won points, with the user's winnings in all contests. */
export interface WinRow {
  user_id: string;
  contest_id: string;
  /** Winnings beyond the stake. */
  gain: number;
  /** Total losses of all losers in it; 0 at fixed odds. */
  lost_by_all: number;
  won: number;
  from_house: number;
}

/**
 * Returns the contests in which users won most, pools before fixed odds: up to `limit` per user, and at least one for a user who ever won.
 */
export async function findWins(db: Db, userIds: readonly string[], limit: number): Promise<WinRow[]> {
  const { rows } = await sql<WinRow>`
    select w.* from unnest(${userIds}::uuid[]) as u (id), lateral (
      select u.id as user_id, b.contest_id, b.gain, sum(b.gain) over ()::bigint as won,
        (coalesce(sum(b.gain) filter (where c.market = '1x2') over (), 0))::bigint as from_house,
        case when c.market = 'wdl' then
          c.stake_home + c.stake_draw + c.stake_away - case c.winner when 'home' then c.stake_home when 'draw' then c.stake_draw else c.stake_away end
        else 0 end as lost_by_all
      from (
        select contest_id, payout + refund - stake as gain from bets where user_id = u.id and hit and payout + refund > stake
      ) b
      -- A lookup each: there are many more contests than any one user has won.
      cross join lateral (select market, winner, stake_home, stake_draw, stake_away from contests where id = b.contest_id limit 1) c
      order by c.market desc, b.gain desc, b.contest_id limit ${limit}
    ) w`.execute(db);
  return rows;
}

/** Returns who lost most in each of these contests: up to `limit` each. */
export async function findLosses(db: Db, contestIds: readonly string[], limit: number): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    select w.contest_id as "contestId", b.user_id as "userId", b.points
    from unnest(${contestIds}::uuid[]) as w (contest_id), lateral (
      select user_id, stake - refund as points from bets
      where contest_id = w.contest_id and not hit order by stake - refund desc limit ${limit}
    ) b
    where b.points > 0`.execute(db);
  return rows;
}

/** Returns users by id, as named in evidence. */
export async function findAccounts(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; display_name: string | null; public_handle: string; email: string | null; status: AccountRef['status'] }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'public_handle', 'email', 'status'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows as Awaited<ReturnType<typeof findAccounts>>;
}
