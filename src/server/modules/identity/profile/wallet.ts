import type { Transaction } from 'kysely';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { WITHDRAWAL_HOLD_HOURS } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import { isAddressUnproven } from '#server/modules/identity/contacts/service.ts';
import { holdRedeem } from '#server/modules/identity/security/queries.ts';
import { type ChangedFrom, warn } from '#server/modules/identity/security/warnings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Announce } from '#server/platform/transact.ts';
import type { User } from './owner.ts';
import * as profile from './queries.ts';

/** Duration of the withdrawal hold after the wallet was changed, as a thief may have changed it (docs/rules.md#withdrawals). */
const WALLET_HOLD_MS = WITHDRAWAL_HOLD_HOURS.wallet * HOUR_MS;

/**
 * Sets or removes the wallet of a user whom the caller has locked. Warns the contacts and puts withdrawals on hold. Throws
 * `too_many_wallet_changes` for more wallets in 24 hours than WALLET_CHANGES_PER_DAY (removing a wallet is always possible) and
 * `wallet_taken`.
 */
export async function changeWallet(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  before: User,
  wallet: string | null,
  request: ChangedFrom,
): Promise<User> {
  const now = deps.now();
  if (wallet !== null) {
    await countChange(deps, db, before.id, now);
    await claimWallet(deps, db, announce, before, wallet, request);
  }
  await warn(deps, db, before, 'wallet_changed', request);
  await holdRedeem(deps, db, before.id, new Date(now.getTime() + WALLET_HOLD_MS), now);
  const after = await profile.updateUser(db, before.id, { wallet_address: wallet, wallet_changed_at: now });
  if (wallet !== null) await deps.wiring.carryExclusions(deps, db, before.id, [{ kind: 'wallet', value: wallet }]);
  return after;
}

/** Counts a change under the lock of the user's row, in the transaction of the change: failed changes do not count. */
async function countChange({ config }: Deps, db: Transaction<DB>, userId: string, now: Date): Promise<void> {
  const max = config.rates.walletChangesPerDay;
  const changes = await profile.findWalletChanges(db, userId, new Date(now.getTime() - DAY_MS), max);
  const oldest = changes[max - 1];
  if (oldest) throw new AppError('too_many_wallet_changes', { max, until: new Date(oldest.getTime() + DAY_MS).toISOString() });
  await profile.insertWalletChange(db, userId, now);
}

/**
 * Ensures that a user may have a wallet. The first user to enter it keeps it, unless the other one can prove more: a withdrawal to it was
 * paid to this user and none to the holder, or the holder's address is unconfirmed. Then the holder loses the wallet and is notified.
 * Throws `wallet_taken`.
 */
async function claimWallet(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  claimant: User,
  wallet: string,
  request: ChangedFrom,
): Promise<void> {
  const holder = await profile.lockWalletHolder(db, wallet, claimant.id);
  if (!holder) return;
  const paid = await profile.findPaidTo(db, wallet, [claimant.id, holder.id]);
  const provesMore = isAddressUnproven(holder) || paid.has(claimant.id);
  if (!provesMore || paid.has(holder.id)) throw new AppError('wallet_taken');
  // The warning does not reveal the claimant's IP address and browser.
  await warn(deps, db, holder, 'wallet_changed', { ...request, ip: '', userAgent: null });
  await profile.updateUser(db, holder.id, { wallet_address: null, wallet_changed_at: deps.now() });
  announce(`me:${holder.id}`, { t: 'account' });
}
