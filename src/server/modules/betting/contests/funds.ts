import type { Transaction } from 'kysely';
import type { Funds } from '#domain/settlement/correction.ts';
import type { Deps } from '#server/deps.ts';
import { lockBalances } from '#server/modules/ledger/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';
import type { PendingWithdrawal } from '#server/wiring-types.ts';

/** What users could give back when a contest is settled anew, all of it locked. */
export interface LockedFunds {
  /** By user; kept up to date by `freeHeld`. */
  funds: Map<string, Funds>;
  /** Their requests for payouts that nobody has decided. */
  pending: Map<string, PendingWithdrawal>;
}

/**
 * Locks the undecided requests of users, then their balances. Who asked for a payout between the two is found by looking once more: that lock comes too late in
 * the order, and where an admin decides in that very moment the database ends one of both, who tries again.
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

/** Rejects the requests of users whose balances do not cover what a correction takes from them: all that was held is theirs again, and can be taken. */
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
