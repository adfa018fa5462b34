import type { AccountRef, TransferDraft } from './ledger.ts';

/** Returns the key of an account: its kind, and its owner if it has one. */
export function accountKey(account: AccountRef): string {
  if (account.kind === 'contest') return `contest:${account.contestId}`;
  return account.kind === 'balance' || account.kind === 'held' ? `${account.kind}:${account.userId}` : account.kind;
}

/** A minimal model of the ledger: balances by account, and the keys of the transfers that made them. */
export interface LedgerState {
  balances: ReadonlyMap<string, number>;
  posted: ReadonlySet<string>;
}

export const EMPTY_LEDGER: LedgerState = { balances: new Map(), posted: new Set() };

/** Posts transfers in order, each key once. Only the house and issuance may go below zero; any other overdraft rejects the whole list. */
export function applyTransfers(ledger: LedgerState, transfers: readonly TransferDraft[]): LedgerState {
  const balances = new Map(ledger.balances);
  const posted = new Set(ledger.posted);
  for (const { key, from, to, amount } of transfers) {
    if (posted.has(key)) continue;
    if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`${key}: ${amount} is not a whole number of points above 0`);
    const left = (balances.get(accountKey(from)) ?? 0) - amount;
    if (left < 0 && from.kind !== 'house' && from.kind !== 'issuance') throw new RangeError(`${key}: ${accountKey(from)} would be ${left}`);
    balances.set(accountKey(from), left);
    balances.set(accountKey(to), (balances.get(accountKey(to)) ?? 0) + amount);
    posted.add(key);
  }
  return { balances, posted };
}
