import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** Bets (of one contest or of all that ended) that have not ended, or whose transfers are not what their row says. */
export async function findWrongEnds(db: Db, contestId: string | null = null) {
  const { rows } = await sql<{
    id: string;
    state: string;
    stake: number;
    staked: number;
    payout: number;
    paid: number;
    refund: number;
    refunded: number;
  }>`
    select b.id, b.state, b.stake, t.staked, b.payout, t.paid, b.refund, t.refunded
    from bets b join contests c on c.id = b.contest_id,
    lateral (
      select coalesce(sum(amount) filter (where source = 'bet_stake'), 0)::bigint as staked,
             coalesce(sum(amount) filter (where source in ('contest_reward', 'bet_payout')), 0)::bigint as paid,
             coalesce(sum(amount) filter (where source in ('contest_refund', 'bet_refund')), 0)::bigint as refunded
      from transfers where contest_id = c.id and bet_id = b.id
    ) t
    where c.state in ('settled', 'void') and (${contestId}::uuid is null or c.id = ${contestId})
      and (b.state = 'ongoing' or b.stake <> t.staked or b.payout <> t.paid or b.refund <> t.refunded
           or (b.state = 'refunded') <> (b.refund = b.stake and b.payout = 0) or (c.state = 'void' and b.state <> 'refunded'))`.execute(db);
  return rows;
}
