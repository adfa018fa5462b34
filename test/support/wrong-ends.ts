import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** Returns bets, of one contest or of all that ended, that have not ended, or whose transfers differ from their row. */
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
    adjusted: number;
    lost: number;
  }>`
    select b.id, b.state, b.stake, t.staked, b.payout, t.paid, b.refund, t.refunded, t.adjusted, k.lost
    from bets b join contests c on c.id = b.contest_id,
    lateral (
      select coalesce(sum(amount) filter (where source = 'bet_stake'), 0)::bigint as staked,
             coalesce(sum(amount) filter (where source in ('contest_reward', 'bet_payout')), 0)::bigint as paid,
             coalesce(sum(amount) filter (where source in ('contest_refund', 'bet_refund')), 0)::bigint as refunded,
             coalesce(sum(case when to_kind = 'balance' then amount else -amount end) filter (where source = 'bet_payout_adjust'), 0)::bigint
               as adjusted
      from transfers where contest_id = c.id and bet_id = b.id
    ) t,
    lateral (select count(*) as rounds, coalesce(sum(house_loss), 0)::bigint as lost from contest_corrections where contest_id = c.id) k
    where c.state in ('settled', 'void') and (${contestId}::uuid is null or c.id = ${contestId})
      and (b.state = 'ongoing' or b.stake <> t.staked or (k.rounds = 0 and (b.payout <> t.paid or b.refund <> t.refunded))
           -- What a correction could not take back stays with the user; nobody ever has less than the bet's row says.
           or t.paid + t.refunded + t.adjusted - b.payout - b.refund not between 0 and k.lost
           or (b.state = 'refunded') <> (b.refund = b.stake and b.payout = 0) or (c.state = 'void' and b.state <> 'refunded'))`.execute(db);
  return rows;
}
