import { sql } from 'kysely';
import type { UserRef } from '#contract/approvals.ts';
import { type WithdrawalStage, type WithdrawalStatus, withdrawalStage } from '#domain/withdrawals/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { userRef } from '#server/modules/admins/public.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { inQueue, QUEUE_ORDER } from './queue.ts';
import { searchOf } from './queue-filter.ts';

interface FoundRow {
  id: string;
  status: WithdrawalStatus;
  points: number;
  amount: string;
  tx_hash: string | null;
  created_at: Date;
  user_id: string;
  display_name: string | null;
  public_handle: string;
  email: string | null;
}

/** A withdrawal that a search found. */
export interface FoundWithdrawal {
  id: string;
  status: WithdrawalStatus;
  stage: WithdrawalStage;
  points: number;
  usdt: string;
  submitted_at: string;
  user: UserRef;
}

/**
 * Returns the first withdrawals of a search, in the order of the list: by user, wallet, transaction or id, without the evidence, which takes
 * time.
 */
export async function findFewWithdrawals(
  { db }: Pick<Deps, 'db'>,
  { role }: Pick<SignedInAdmin, 'role'>,
  text: string,
  limit: number,
): Promise<FoundWithdrawal[]> {
  const { rows } = await sql<FoundRow>`
    select w.id, w.status, w.points, w.amount, w.tx_hash, w.created_at, w.user_id, u.display_name, u.public_handle, u.email
    from (${inQueue({ status: 'all', search: searchOf(text, role) }, limit)}) queue
    cross join lateral (select * from withdrawals where id = queue.id limit 1) w
    cross join lateral (select display_name, public_handle, email from users where id = w.user_id limit 1) u
    order by ${QUEUE_ORDER}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    stage: withdrawalStage({ status: row.status, txHash: row.tx_hash }),
    points: row.points,
    usdt: row.amount,
    submitted_at: row.created_at.toISOString(),
    user: userRef({ ...row, id: row.user_id }),
  }));
}
