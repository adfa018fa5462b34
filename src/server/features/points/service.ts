import type { Transaction } from 'kysely';
import { utcDay } from '#domain/check-in.ts';
import { bankrollTransfer, type TransferDraft } from '#domain/ledger.ts';
import { type Deed, experienceFor } from '#domain/levels.ts';
import type { Db } from '#server/db/pool.ts';
import type { DB } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/app-error.ts';
import { transact } from '#server/transact.ts';
import * as points from './queries.ts';

export { proveBalance } from './balance-proof.ts';
export { noteSettings } from './known-settings.ts';
export { lastLedgerProof, proveChain, proveLedger, proveWholeLedger, sealLedger } from './ledger-proof.ts';

/**
 * Posts transfers in order, each once per key; returns how many were new. The caller has judged them and holds the locks
 * (contests by id, then users' balances by id): a balance that would go below zero is a fault, and fails the transaction.
 */
export async function postTransfers(db: Transaction<DB>, drafts: readonly TransferDraft[], at: Date): Promise<number> {
  let posted = 0;
  for (let first = 0; first < drafts.length; first += TRANSFERS_AT_ONCE) {
    posted += await points.insertTransfers(db, drafts.slice(first, first + TRANSFERS_AT_ONCE), at);
  }
  return posted;
}

/** The database counts its way to each item of an array: many short lists are read faster than a long one. */
const TRANSFERS_AT_ONCE = 500;

/** Opens the accounts of a new user: a balance, and what is held for withdrawals. */
export const openAccounts = (db: Transaction<DB>, userId: string, at: Date): Promise<void> => points.insertAccounts(db, userId, at);

/** Locks the balance of a user who moves points, and returns it. Their status is the database's, whatever their token says. */
export async function lockBalance(db: Transaction<DB>, userId: string): Promise<number> {
  const [account] = await points.lockBalances(db, [userId]);
  if (!account) throw new AppError('unauthorized');
  if (account.status !== 'normal') throw new AppError('account_disabled');
  return account.balance;
}

/** Locks the balances of users that are about to be paid, in the order that everybody keeps to, and returns them by user. */
export async function lockBalances(db: Transaction<DB>, userIds: readonly string[]): Promise<Map<string, number>> {
  return new Map((await points.lockBalances(db, userIds)).map(({ id, balance }) => [id, balance]));
}

/** Experience for a deed, as far as the day's limit leaves any. */
export const addExperience = (db: Transaction<DB>, userId: string, deed: Deed, at: Date): Promise<void> =>
  addExperienceToEach(db, [{ userId, deed }], at);

/** Experience for a deed of each of many users, none of them twice. */
export async function addExperienceToEach(db: Transaction<DB>, deeds: readonly { userId: string; deed: Deed }[], at: Date): Promise<void> {
  if (deeds.length === 0) return;
  const day = utcDay(at);
  const earned = await points.lockExperienceOfDay(
    db,
    deeds.map(({ userId }) => userId),
    day,
  );
  const gains = deeds.map(({ userId, deed }) => ({ userId, gained: experienceFor(deed, earned.get(userId) ?? 0) }));
  await points.addExperience(
    db,
    gains.filter(({ gained }) => gained > 0),
    day,
    at,
  );
}

/** Brings what the house was given to the bankroll of the settings: what it loses comes from there. A smaller one takes nothing back. */
export const fundHouse = (deps: Deps): Promise<void> =>
  transact(deps, async (db) => {
    await points.lockHouse(db);
    const { house_bankroll } = deps.config.limits;
    const lacking = house_bankroll - (await points.sumBankroll(db));
    if (lacking > 0) await postTransfers(db, [bankrollTransfer(`up to ${house_bankroll}`, lacking)], deps.now());
  });

/** The last check-in, from which today's follows. */
export const findLastCheckIn = async (db: Db, userId: string) => (await points.findLastCheckIn(db, userId)) ?? null;
