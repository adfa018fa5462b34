import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** Minimum interval between two proofs of the same balance; in between, the last result is returned. */
const PROOF_EVERY_MS = 60_000;

/**
 * Proves that a user's balance equals the last proven balance plus all postings since, in one snapshot. Moves the checkpoint
 * forward if it does. Never changes the balance. Throws `unauthorized` if the user does not exist.
 *
 * A checkpoint does not cover what came before it: an alteration of an old transfer alone goes unnoticed here. The walks
 * (`walkLedger`) start from the first transfer in each round, compare every balance with all of its postings, and recompute the
 * blocks in which they were sealed.
 */
export async function proveBalance(deps: Deps, userId: string): Promise<{ balance: number; proven: boolean }> {
  const now = deps.now();
  const account = await findProofAndSince(deps.db, userId);
  if (!account) throw new AppError('unauthorized');
  const { balance, proven_balance, moved, last_id } = account;
  if (isRecent(account.checked_at, now)) return { balance, proven: account.holds === true };
  const proven = balance === proven_balance + moved;
  await saveProof(deps.db, userId, { lastId: last_id, balance, proven }, now);
  if (!proven) deps.log.error({ userId, balance, posted: proven_balance + moved }, 'a balance is not the sum of its postings');
  return { balance, proven };
}

/** A check time in the future, left by a clock that was set back, does not count as recent. */
const isRecent = (checkedAt: Date | null, now: Date): boolean =>
  checkedAt !== null && checkedAt <= now && now.getTime() - checkedAt.getTime() < PROOF_EVERY_MS;

/**
 * Returns a user's balance, the last proven balance (0 if it was never proven, that is, before the first transfer), and the sum and
 * the last transfer id of the postings since. A single statement, so that all values come from one snapshot.
 */
async function findProofAndSince(db: Db, userId: string) {
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
 * Stores the transfer id up to which a balance was checked, and moves the checkpoint there if the balance held.
 * Of several concurrent checks, the one that saw the highest transfer id is stored: a checkpoint never moves back.
 */
export async function saveProof(
  db: Db,
  userId: string,
  { lastId, balance, proven }: { lastId: number; balance: number; proven: boolean },
  at: Date,
): Promise<void> {
  const checked = { checked_at: at, holds: proven };
  const checkpoint = { transfer_id: lastId, balance, proven_at: at };
  // The empty state before the first transfer needs no proof.
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
