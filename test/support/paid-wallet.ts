import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '#server/platform/db/pool.ts';

/** Gives a user a wallet to which a withdrawal was paid at that time. */
export async function givePaidWallet(db: Db, userId: string, wallet: string, at: Date): Promise<void> {
  await db.updateTable('users').set({ wallet_address: wallet }).where('id', '=', userId).execute();
  const id = randomUUID();
  const asked = { id, user_id: userId, points: 1_000, amount: '1.00', contact_channel: 'email', contact: 'x', wallet_address: wallet };
  const paid = { status: 'approved', tx_hash: createHash('sha256').update(id).digest('hex'), decided_at: at, sent_at: at };
  await db
    .insertInto('withdrawals')
    .values({ ...asked, ...paid, wallet_since: at, created_at: at })
    .execute();
}
