import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

export interface DuePayout {
  id: string;
  tx_hash: string;
}

/**
 * Claims transactions that are due to be verified, longest due first, until a time: another worker takes them only if this one has not
 * finished by then.
 */
export async function claimDue(db: Db, now: Date, until: Date, limit: number): Promise<DuePayout[]> {
  const { rows } = await sql<DuePayout>`
    update withdrawals set payout_due_at = ${until} where id = any(array(
      select id from withdrawals where payout_due_at <= ${now} and status = 'approved' and tx_hash is not null
      order by payout_due_at limit ${limit} for no key update skip locked
    )) returning id, tx_hash`.execute(db);
  return rows;
}

export interface Payment {
  txHash: string;
  logIndex: number;
  withdrawalId: string;
  blockNumber: number;
  blockAt: Date;
}

/** Records permanently which transfer paid a withdrawal. Returns false if it paid another one, or the withdrawal was paid by another. */
export async function takePayment(db: Db, payment: Payment, at: Date): Promise<boolean> {
  const { txHash, logIndex, withdrawalId, blockNumber, blockAt } = payment;
  await db
    .insertInto('withdrawal_payments')
    .values({
      ...{ tx_hash: txHash, log_index: logIndex, withdrawal_id: withdrawalId },
      ...{ block_number: blockNumber, block_at: blockAt, created_at: at },
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const taken = await db
    .selectFrom('withdrawal_payments')
    .select('withdrawal_id')
    .where('tx_hash', '=', txHash)
    .where('log_index', '=', logIndex)
    .executeTakeFirst();
  return taken?.withdrawal_id === withdrawalId;
}
