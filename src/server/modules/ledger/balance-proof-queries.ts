import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * A user's balance, what it was when it was last proven (0 before the first transfer, where it never was), and what has been
 * posted since: how much that is together, and which transfer was the last. One statement, so that all of it is as it was at one moment.
 */
export async function findProofAndSince(db: Db, userId: string) {
  const { rows } = await sql<{
    balance: number;
    proven_balance: number;
    moved: number;
    last_id: number;
    checked_at: Date | null;
    holds: boolean | null;
  }>`
    select a.balance, coalesce(p.balance, 0) as proven_balance, s.moved, coalesce(s.last_id, p.transfer_id, 0) as last_id, p.checked_at, p.holds
    from accounts a
    left join balance_proofs p on p.user_id = a.owner
    cross join lateral (
      select coalesce(sum(delta), 0)::bigint as moved, max(transfer_id) as last_id from postings
      where kind = 'balance' and owner = ${userId} and transfer_id > coalesce(p.transfer_id, 0)
    ) s
    where a.kind = 'balance' and a.owner = ${userId}`.execute(db);
  return rows[0];
}

/**
 * Remembers that a balance was checked up to which transfer, and moves the checkpoint there where it held.
 * Of several who checked at once the one who saw most is remembered: a checkpoint never goes back.
 */
export async function saveProof(
  db: Db,
  userId: string,
  { lastId, balance, proven }: { lastId: number; balance: number; proven: boolean },
  at: Date,
): Promise<void> {
  const checked = { checked_at: at, holds: proven };
  const checkpoint = { transfer_id: lastId, balance, proven_at: at };
  // That nothing was there before the first transfer needs no proof.
  const start = { transfer_id: 0, balance: 0, proven_at: at };
  await db
    .insertInto('balance_proofs')
    .values({ user_id: userId, ...checked, ...(proven ? checkpoint : start) })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...checked, ...(proven && checkpoint) })
        .where('balance_proofs.transfer_id', '<=', lastId),
    )
    .execute();
}
