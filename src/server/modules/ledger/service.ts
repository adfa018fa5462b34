import type { Transaction } from 'kysely';
import { bankrollTransfer, type TransferDraft } from '#domain/ledger/ledger.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import * as points from './queries.ts';

/**
 * Posts transfers in order, each once per key; returns how many were new. The caller has validated them and holds the locks
 * (contests by id, then users' balances by id). A balance that would go below zero is a bug and fails the transaction.
 */
export async function postTransfers(db: Transaction<DB>, drafts: readonly TransferDraft[], at: Date): Promise<number> {
  let posted = 0;
  for (let first = 0; first < drafts.length; first += TRANSFERS_AT_ONCE) {
    posted += await points.insertTransfers(db, drafts.slice(first, first + TRANSFERS_AT_ONCE), at);
  }
  return posted;
}

/** Transfers per statement, whose array parameters are then a few hundred kilobytes of text. */
const TRANSFERS_AT_ONCE = 1_000;

/** Opens the accounts of a new user: a balance, and the points held for withdrawals. */
export const openAccounts = (db: Transaction<DB>, userId: string, at: Date): Promise<void> => points.insertAccounts(db, userId, at);

/** Locks and returns the balance of a user who moves points. Checks the user's status in the database, not in the token. */
export async function lockBalance(db: Transaction<DB>, userId: string): Promise<number> {
  const [account] = await points.lockBalances(db, [userId]);
  if (!account) throw new AppError('unauthorized');
  if ((await points.findUserStatus(db, userId)) !== 'normal') throw new AppError('account_disabled');
  return account.balance;
}

/** Locks the balances of users about to be paid, ordered by user id to avoid deadlocks, and returns them by user. */
export async function lockBalances(db: Transaction<DB>, userIds: readonly string[]): Promise<Map<string, number>> {
  return new Map((await points.lockBalances(db, userIds)).map(({ owner, balance }) => [owner, balance]));
}

/** Returns a user's points: the available balance, and the points held for withdrawals. Takes no lock: for display, or under a lock already held. */
export async function findPoints(db: Db, userId: string): Promise<{ balance: number; held: number }> {
  const accounts = await points.findAccounts(db, userId);
  const balanceOf = (kind: string) => accounts.find((account) => account.kind === kind)?.balance ?? 0;
  return { balance: balanceOf('balance'), held: balanceOf('held') };
}

/** Tops up the house to the configured bankroll, from which its losses are paid. A smaller bankroll takes nothing back. */
export const fundHouse = (deps: Deps): Promise<void> =>
  transact(deps, async (db) => {
    await points.lockHouse(db);
    const { house_bankroll } = deps.config.limits;
    const lacking = house_bankroll - (await points.sumBankroll(db));
    if (lacking > 0) await postTransfers(db, [bankrollTransfer(`up to ${house_bankroll}`, lacking)], deps.now());
  });
