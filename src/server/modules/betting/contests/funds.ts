import type { Transaction } from 'kysely';
import type { Funds } from '#domain/settlement/correction.ts';
import type { Deps } from '#server/deps.ts';
import { lockBalances } from '#server/modules/ledger/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';
import type { PendingWithdrawal } from '#server/wiring-types.ts';

/** What users can give back when a contest is resettled, all of it locked. */
export interface LockedFunds {
  /** Keyed by user; `freeHeld` keeps it up to date. */
  funds: Map<string, Funds>;
  /** Undecided withdrawal requests, by user. */
  pending: Map<string, PendingWithdrawal>;
}

/**
 * Locks users' undecided withdrawal requests, then their balances, then again the requests, to find those made in between. The second lock
 * breaks the lock order: if an admin decides at that very moment, the database aborts one of the two transactions, which is then retried.
 */
export async function lockFunds({ wiring }: Pick<Deps, 'wiring'>, db: Transaction<DB>, userIds: readonly string[]): Promise<LockedFunds> {
  await wiring.lockPendingWithdrawals(db, userIds);
  const balances = await lockBalances(db, userIds);
  const pending = new Map((await wiring.lockPendingWithdrawals(db, userIds)).map((row) => [row.user_id, row]));
  const fundsOf = ([userId, balance]: [string, number]): [string, Funds] => [
    userId,
    { balance, heldUndecided: pending.get(userId)?.points ?? 0 },
  ];
  return { funds: new Map([...balances].map(fundsOf)), pending };
}

/**
 * Rejects the withdrawal requests of users whose balances do not cover what a correction takes back; the points held return to their
 * balances.
 */
export async function freeHeld(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  { funds, pending }: LockedFunds,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) {
    const row = pending.get(userId)!;
    await deps.wiring.rejectWithdrawal(deps, db, announce, row, { by: null, reason: 'correction', note: null });
    funds.set(userId, { balance: funds.get(userId)!.balance + row.points, heldUndecided: 0 });
  }
}
