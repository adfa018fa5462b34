import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as proofs from './balance-proof-queries.ts';

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
  const account = await proofs.findProofAndSince(deps.db, userId);
  if (!account) throw new AppError('unauthorized');
  const { balance, proven_balance, moved, last_id } = account;
  if (isRecent(account.checked_at, now)) return { balance, proven: account.holds === true };
  const proven = balance === proven_balance + moved;
  await proofs.saveProof(deps.db, userId, { lastId: last_id, balance, proven }, now);
  if (!proven) deps.log.error({ userId, balance, posted: proven_balance + moved }, 'a balance is not the sum of its postings');
  return { balance, proven };
}

/** A clock that was set back makes nothing wait for the time it showed. */
const isRecent = (checkedAt: Date | null, now: Date): boolean =>
  checkedAt !== null && checkedAt <= now && now.getTime() - checkedAt.getTime() < PROOF_EVERY_MS;
