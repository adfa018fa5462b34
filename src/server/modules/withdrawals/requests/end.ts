import type { Transaction } from 'kysely';
import { redeemPostTransfer, redeemRefundTransfer } from '#domain/ledger/ledger.ts';
import { type RejectionReason, readTxHash } from '#domain/withdrawals/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { isAddressUnproven } from '#server/modules/identity/public.ts';
import { lockBalances, postTransfers } from '#server/modules/ledger/public.ts';
import { carryExclusions } from '#server/modules/play-limits/public.ts';
import { addEvent, takeTxHash } from '#server/modules/withdrawals/events/service.ts';
import { newPayout, requireUnpaid } from '#server/modules/withdrawals/payouts/follow.ts';
import { requirePayee } from '#server/modules/withdrawals/payouts/wallet-check.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Announce } from '#server/platform/transact.ts';
import { notifyOwner } from './notify.ts';
import type { WithdrawalRow } from './queries.ts';
import * as withdrawals from './queries.ts';
import { withdrawalView } from './service.ts';

/**
 * How withdrawal requests end: the only code that moves their points and changes their state. Each function runs in the caller's
 * transaction, takes the request from `lockWithdrawal`, returns its new state, and adds to its history. A decision happens once:
 * `already_decided` afterwards. Lock order: the request, then the owner's balance, or the owner's row where the owner's standing matters.
 */

/** Locks a request for a decision and returns it. Throws `not_found`. */
export async function lockWithdrawal(db: Transaction<DB>, id: string): Promise<WithdrawalRow> {
  const row = await withdrawals.lockWithdrawal(db, id);
  if (!row) throw new AppError('not_found');
  return row;
}

export interface Approval {
  /** The admin; of two, the one who approves last. */
  by: string;
  /** For the owner. */
  note: string | null;
  /** As typed; null if it is paid later. */
  txHash: string | null;
}

/**
 * Approves a request: its held points leave the game. Throws `already_decided`, `same_reviewer`, `withdrawal_on_hold`,
 * `contact_unconfirmed` or `account_disabled` if the owner's standing has changed since, `wallet_unpayable` for one that belongs to nobody
 * or is the treasury, `invalid_tx_hash`, and `demo_payout` for a transaction in the demo.
 */
export async function approveWithin(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  { by, note, txHash }: Approval,
): Promise<WithdrawalRow> {
  if (row.status !== 'pending') throw new AppError('already_decided');
  if (row.first_approved_by === by) throw new AppError('same_reviewer');
  // Approved requests have their wallet: it is erased after the decision at the earliest.
  requirePayee(deps.config, row.wallet_address ?? '');
  const now = deps.now();
  await requirePayable(db, row, now);
  const sent = txHash === null ? null : await sentBy(deps, db, row, by, txHash, now);
  const approved = await withdrawals.updateWithdrawal(db, row.id, { status: 'approved', decided_by: by, decided_at: now, note, ...sent });
  await addEvent(db, row.id, { kind: 'approved', adminId: by, ownerNote: note }, now);
  if (sent) await addEvent(db, row.id, { kind: 'sent', adminId: by, txHash: sent.tx_hash }, now);
  await postTransfers(db, [redeemPostTransfer(row.id, row.user_id, row.points)], now);
  await notePaidWallet(deps, db, approved);
  await publishEnd(deps, db, announce, approved, { isNews: true });
  return approved;
}

export interface Rejection {
  /** The admin; null for a corrected result. */
  by: string | null;
  reason: Exclude<RejectionReason, 'payout_failed'>;
  /** For the owner; it is in the owner's history too. */
  note: string | null;
}

/** Rejects a request: its held points return to the owner. Throws `already_decided`. */
export async function rejectWithin(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  rejection: Rejection,
): Promise<WithdrawalRow> {
  if (row.status !== 'pending') throw new AppError('already_decided');
  return giveBack(deps, db, announce, row, rejection);
}

/**
 * Revokes an approval because the payout failed outside, with or without a transaction: the points return to the owner. `reason` is for
 * admins. Throws `withdrawal_pending` if it was never approved, `already_decided`, and `same_reviewer` for the admin who approved it. A
 * request with a transaction takes two admins, which the caller ensures; `by` is then the one who approved the return. Throws
 * `payout_confirmed` and `payout_unclear` if the transaction paid, or may still pay.
 */
export async function returnWithin(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  { by, reason, note }: { by: string; reason: string; note: string | null },
): Promise<WithdrawalRow> {
  requireApproved(row);
  if (row.tx_hash === null && row.decided_by === by) throw new AppError('same_reviewer');
  requireUnpaid(deps.config, row);
  return giveBack(deps, db, announce, row, { by, reason: 'payout_failed', note }, reason);
}

/**
 * Records the transaction by which an approved request was paid. Throws `withdrawal_pending` if it is not approved yet, `already_decided`
 * if it has a transaction or was rejected, `withdrawal_on_hold` and `account_disabled` if it is frozen, `invalid_tx_hash` (also for a
 * transaction of another request), and `demo_payout`.
 */
export async function sentWithin(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  { by, txHash }: { by: string; txHash: string },
): Promise<WithdrawalRow> {
  requireApproved(row);
  if (row.tx_hash !== null) throw new AppError('already_decided');
  const now = deps.now();
  await requirePayable(db, row, now);
  const values = await sentBy(deps, db, row, by, txHash, now);
  const sent = await withdrawals.updateWithdrawal(db, row.id, values);
  await addEvent(db, row.id, { kind: 'sent', adminId: by, txHash: values.tx_hash }, now);
  await notePaidWallet(deps, db, sent);
  await publishEnd(deps, db, announce, sent, { isNews: sent.payout_state === null });
  return sent;
}

/** A transaction that replaces a recorded one, with the two admins' reason. */
export interface Correction {
  /** The admin who approved it. */
  by: string;
  /** The transaction recorded until now. */
  from: string;
  txHash: string;
  reason: string;
}

/**
 * Replaces the wrongly recorded transaction of a paid request; both stay in its history, and neither can be used for another request.
 * Notifies the owner, unless the new one is verified first. Throws the errors of `requireCorrectable`.
 */
export async function correctHashWithin(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  { by, from, txHash, reason }: Correction,
): Promise<WithdrawalRow> {
  const read = requireCorrectable(deps, row, { from, txHash });
  const now = deps.now();
  if (!(await takeTxHash(db, row.id, read, now))) throw new AppError('invalid_tx_hash');
  const corrected = await withdrawals.updateWithdrawal(db, row.id, { tx_hash: read, ...newPayout(deps.config, now) });
  await addEvent(db, row.id, { kind: 'hash_corrected', adminId: by, txHash: read, note: reason }, now);
  await publishEnd(deps, db, announce, corrected, { isNews: corrected.payout_state === null, again: read });
  return corrected;
}

/**
 * Returns the transaction that would replace the recorded one. Throws `withdrawal_pending`, `already_decided` if the recorded one is not
 * `from` or the request is not sent, `payout_confirmed` if the chain confirms the recorded one, `invalid_tx_hash` (also for the same one),
 * and `demo_payout`.
 */
export function requireCorrectable(
  { config }: Pick<Deps, 'config'>,
  row: Pick<WithdrawalRow, 'status' | 'tx_hash' | 'payout_state'>,
  { from, txHash }: { from: string | null; txHash: string },
): string {
  requireApproved(row);
  if (row.tx_hash === null || row.tx_hash !== from) throw new AppError('already_decided');
  if (row.payout_state === 'confirmed') throw new AppError('payout_confirmed');
  const read = readHash(config, txHash);
  if (read === row.tx_hash) throw new AppError('invalid_tx_hash');
  return read;
}

function requireApproved({ status }: Pick<WithdrawalRow, 'status'>): void {
  if (status === 'pending') throw new AppError('withdrawal_pending');
  if (status !== 'approved') throw new AppError('already_decided');
}

/**
 * Throws if the owner may not be paid: while withdrawals are on hold, since the account may have been compromised after the request, and in
 * the cases below. Locks the owner's row, so that a concurrent disabling or hold waits and then sees the decision.
 */
async function requirePayable(db: Transaction<DB>, { user_id }: WithdrawalRow, now: Date): Promise<void> {
  const owner = await withdrawals.shareOwner(db, user_id);
  const { status, redeem_held_until } = owner;
  if (status === 'disabled') throw new AppError('account_disabled');
  // The request predates the requirement of a confirmed address: the requester may not own the address.
  if (isAddressUnproven(owner)) throw new AppError('contact_unconfirmed');
  if (redeem_held_until !== null && redeem_held_until > now)
    throw new AppError('withdrawal_on_hold', { until: redeem_held_until.toISOString() });
}

/** Links a paid wallet to its owner, so that a self-exclusion follows the wallet. */
const notePaidWallet = (deps: Deps, db: Transaction<DB>, { user_id, wallet_address, tx_hash }: WithdrawalRow): Promise<void> =>
  wallet_address === null || tx_hash === null
    ? Promise.resolve()
    : carryExclusions(deps, db, user_id, [{ kind: 'paid_wallet', value: wallet_address }]);

/** Returns the columns that record a transaction, after claiming it for this request. */
async function sentBy({ config }: Deps, db: Transaction<DB>, { id }: WithdrawalRow, by: string, typed: string, now: Date) {
  const txHash = readHash(config, typed);
  if (!(await takeTxHash(db, id, txHash, now))) throw new AppError('invalid_tx_hash');
  return { tx_hash: txHash, sent_by: by, sent_at: now, ...newPayout(config, now) };
}

/** Normalizes a transaction hash. The demo pays nothing out, so it records none (docs/rules.md#demo). */
function readHash({ demo }: Deps['config'], typed: string): string {
  if (demo) throw new AppError('demo_payout');
  const txHash = readTxHash(typed);
  if (txHash === null) throw new AppError('invalid_tx_hash');
  return txHash;
}

async function giveBack(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  { by, reason, note }: Omit<Rejection, 'reason'> & { reason: RejectionReason },
  reasonForAdmins: string | null = null,
): Promise<WithdrawalRow> {
  const now = deps.now();
  const balances = await lockBalances(db, [row.user_id]);
  const refund = redeemRefundTransfer(row.id, row.user_id, row.points, row.status === 'approved', note);
  await postTransfers(db, [refund], now);
  const rejected = await withdrawals.updateWithdrawal(db, row.id, {
    ...{ status: 'rejected', decided_by: by, decided_at: now, reason_code: reason, note, payout_due_at: null },
  });
  const kind = reason === 'payout_failed' ? 'returned' : 'rejected';
  await addEvent(db, row.id, { kind, adminId: by, reasonCode: reason, note: reasonForAdmins, ownerNote: note }, now);
  announce(`me:${row.user_id}`, { t: 'balance', balance: balances.get(row.user_id)! + row.points });
  await publishEnd(deps, db, announce, rejected, { isNews: true });
  return rejected;
}

/** Publishes to the owner's pages, and queues the message if it is news; `again` distinguishes it from an earlier one of the same kind. */
export async function publishEnd(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  { isNews, again }: { isNews: boolean; again?: string },
): Promise<void> {
  announce(`me:${row.user_id}`, { t: 'withdrawal', withdrawal: withdrawalView(row) });
  if (isNews) await notifyOwner(deps, db, row, again);
}
