import { sql } from 'kysely';
import type { ExplainedStep, explainBalance as explainEndpoint } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/**
 * Walks a user's ledger from zero, oldest first: what each transfer was, who made it and why, and what the balance and the held points were
 * after it. Both are added up here, and compared with what each transfer and the account say. Throws `not_found`.
 */
export async function explainBalance(
  { db }: Deps,
  { id, after_id = 0, page_size }: ParsedInputOf<typeof explainEndpoint>,
): Promise<ReplyOf<typeof explainEndpoint>> {
  const [sums, rows] = await Promise.all([findSums(db, id, after_id), findSteps(db, id, after_id, page_size + 1)]);
  if (!sums) throw new AppError('not_found');
  const start = { balance: sums.balance_before, held: sums.held_before };
  let [now, isChained] = [start, true];
  const shown = rows.slice(0, page_size);
  const steps = shown.map((row): ExplainedStep => {
    now = { balance: now.balance + row.balance_delta, held: now.held + row.held_delta };
    isChained &&= (row.told_balance ?? now.balance) === now.balance && (row.told_held ?? now.held) === now.held;
    return { ...stepOf(row), ...now };
  });
  const { balance, held, balance_sum, held_sum, transfers } = sums;
  return {
    start,
    steps,
    next: rows.length > page_size ? shown.at(-1)!.id : null,
    proof: { transfers, balance_sum, held_sum, balance, held, holds: isChained && balance === balance_sum && held === held_sum },
  };
}

interface StepRow {
  id: number;
  key: string;
  source: string;
  from_kind: string;
  to_kind: string;
  amount: number;
  balance_delta: number;
  held_delta: number;
  /** The balances that the transfer itself states; null if it does not concern that account. */
  told_balance: number | null;
  told_held: number | null;
  note: string | null;
  created_at: Date;
  match: string | null;
  admin_id: string | null;
  admin_email: string | null;
  agreed_id: string | null;
  agreed_email: string | null;
  reason: string | null;
}

const stepOf = (row: StepRow): Omit<ExplainedStep, 'balance' | 'held'> => ({
  id: row.id,
  at: row.created_at.toISOString(),
  kind: kindOf(row),
  points: row.amount,
  match: row.match,
  withdrawal_id: /^withdrawal:([0-9a-f-]{36}):/.exec(row.key)?.[1] ?? null,
  by: row.admin_id === null ? null : { id: row.admin_id, email: row.admin_email! },
  agreed_by: row.agreed_id === null ? null : { id: row.agreed_id, email: row.agreed_email! },
  reason: row.reason,
  note: row.note,
});

/** Returns what a transfer was, from its source and the accounts it moved points between. */
function kindOf({ source, from_kind, to_kind }: StepRow): ExplainedStep['kind'] {
  switch (source) {
    case 'bet_stake':
      return 'stake';
    case 'bet_payout':
    case 'contest_reward':
      return 'payout';
    case 'bet_refund':
    case 'contest_refund':
      return 'refund';
    case 'bet_payout_adjust':
      return to_kind === 'balance' ? 'correction_gain' : 'correction_loss';
    case 'daily_login':
      return 'check_in';
    case 'invite_reward_inviter':
    case 'invite_reward_invitee':
    case 'invite_reward':
      return 'invite';
    case 'manual_adjust':
    case 'admin_adjust':
      return to_kind === 'balance' ? 'given' : 'taken';
    case 'redeem':
      return to_kind === 'held' ? 'hold' : 'paid';
    case 'redeem_refund':
      return from_kind === 'held' ? 'released' : 'returned';
    default:
      return 'other';
  }
}

/** Returns the next transfers of a user after one, oldest first; each of the two branches is a range of its own index. */
async function findSteps(db: Db, userId: string, afterId: number, limit: number): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    with found as materialized (
      select id from (
        (select id from transfers where from_owner = ${userId} and from_kind in ('balance', 'held') and id > ${afterId}
          order by id limit ${limit})
        union
        (select id from transfers where to_owner = ${userId} and to_kind in ('balance', 'held') and id > ${afterId} order by id limit ${limit})
      ) as both_sides order by id limit ${limit}
    )
    select t.id, t.key, t.source, t.from_kind, t.to_kind, t.amount, t.note, t.created_at,
      case when t.to_kind = 'balance' then t.amount when t.from_kind = 'balance' then -t.amount else 0 end as balance_delta,
      case when t.to_kind = 'held' then t.amount when t.from_kind = 'held' then -t.amount else 0 end as held_delta,
      case when t.to_kind = 'balance' then t.to_balance when t.from_kind = 'balance' then t.from_balance end as told_balance,
      case when t.to_kind = 'held' then t.to_balance when t.from_kind = 'held' then t.from_balance end as told_held,
      h.name || ' – ' || v.name as match, a.reason, a.admin_id, made.email as admin_email, agreed.id as agreed_id, agreed.email as agreed_email
    from found join transfers t on t.id = found.id
    left join contests c on c.id = t.contest_id
    left join matches m on m.id = c.match_id
    left join teams h on h.id = m.home_team_id
    left join teams v on v.id = m.away_team_id
    left join adjustments a on t.source in ('manual_adjust', 'admin_adjust') and t.key = 'adjustment:' || a.id and a.user_id = ${userId}
    left join admins made on made.id = a.admin_id
    left join approvals p on p.id = a.approval_id
    left join admins agreed on agreed.id = p.decided_by
    order by t.id`.execute(db);
  return rows;
}

interface Sums {
  balance: number;
  held: number;
  balance_sum: number;
  held_sum: number;
  balance_before: number;
  held_before: number;
  transfers: number;
}

/** Returns what a user has and what all their transfers add up to, in one snapshot; undefined if there is no such user. */
async function findSums(db: Db, userId: string, afterId: number): Promise<Sums | undefined> {
  const { rows } = await sql<Sums>`
    select a.balance, coalesce(h.balance, 0) as held, s.* from accounts a
    left join accounts h on h.kind = 'held' and h.owner = a.owner
    cross join lateral (
      select
        coalesce(sum(delta) filter (where kind = 'balance'), 0)::bigint as balance_sum,
        coalesce(sum(delta) filter (where kind = 'held'), 0)::bigint as held_sum,
        coalesce(sum(delta) filter (where kind = 'balance' and transfer_id <= ${afterId}), 0)::bigint as balance_before,
        coalesce(sum(delta) filter (where kind = 'held' and transfer_id <= ${afterId}), 0)::bigint as held_before,
        count(distinct transfer_id)::integer as transfers
      from postings where owner = ${userId} and kind in ('balance', 'held')
    ) s
    where a.kind = 'balance' and a.owner = ${userId}`.execute(db);
  return rows[0];
}
