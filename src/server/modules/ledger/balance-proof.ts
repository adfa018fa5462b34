import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** A user's balance is added up at most so often; in between the last answer stands. */
const PROOF_EVERY_MS = 60_000;

/**
 * Proves that a user's balance is what was proven last plus all postings since, at one moment, and moves that checkpoint on where
 * it is. A balance is never changed by this. Throws `unauthorized` where there is no such user.
 *
 * A checkpoint says nothing of what came before it: somebody who altered an old transfer and nothing else goes unnoticed here. The
 * daily proof (`proveWholeLedger`) starts from the first transfer each time, compares every balance with all of its postings, and
 * computes anew the blocks in which they were sealed.
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

/** A clock that was set back makes nothing wait for the time it showed. */
const isRecent = (checkedAt: Date | null, now: Date): boolean =>
  checkedAt !== null && checkedAt <= now && now.getTime() - checkedAt.getTime() < PROOF_EVERY_MS;

/**
 * A user's balance, what it was when it was last proven (0 before the first transfer, where it never was), and what has been
 * posted since: how much that is together, and which transfer was the last. One statement, so that all of it is as it was at one moment.
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
