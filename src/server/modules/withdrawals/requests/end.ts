import type { Transaction } from 'kysely';
import { redeemPostTransfer, redeemRefundTransfer } from '#domain/ledger/ledger.ts';
import { type RejectionReason, readTxHash } from '#domain/withdrawals/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { isAddressUnproven } from '#server/modules/identity/public.ts';
import { lockBalances, postTransfers } from '#server/modules/ledger/public.ts';
import { carryExclusions } from '#server/modules/play-limits/public.ts';
import { addEvent, takeTxHash } from '#server/modules/withdrawals/events/service.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Announce } from '#server/platform/transact.ts';
import { notifyOwner } from './notify.ts';
import type { WithdrawalRow } from './queries.ts';
import * as withdrawals from './queries.ts';
import { withdrawalView } from './withdrawal-view.ts';

/**
 * How requests end: the only place that moves their points and changes their state. Each is part of the caller's transaction, takes the request
 * as `lockWithdrawal` gave it, and returns it as it is now. Each happens once: what is decided already is refused with `already_decided`.
 * Locks: the request, then the balance of its owner, or their row where it matters how they stand. Each adds what happened to the request's events.
 */

/** A request, locked for a decision. Throws `not_found`. */
export async function lockWithdrawal(db: Transaction<DB>, id: string): Promise<WithdrawalRow> {
  const row = await withdrawals.lockWithdrawal(db, id);
  if (!row) throw new AppError('not_found');
  return row;
}

export interface Approval {
  /** The admin; of two, the one who agrees last. */
  by: string;
  /** For the owner to read. */
  note: string | null;
  /** As it was typed; null where it is paid later. */
  txHash: string | null;
}

/**
 * Approves a request: its held points leave the game. Throws `already_decided`, `same_reviewer`, `withdrawal_on_hold`, `contact_unconfirmed` and
 * `account_disabled` for what happened to its owner since, `invalid_tx_hash`, and `demo_payout` for a transaction in the demo.
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
  const now = deps.now();
  await requirePayable(db, row, now);
  const sent = txHash === null ? null : await sentBy(deps, db, row, by, txHash, now);
  const approved = await withdrawals.updateWithdrawal(db, row.id, { status: 'approved', decided_by: by, decided_at: now, note, ...sent });
  await addEvent(db, row.id, { kind: 'approved', adminId: by, ownerNote: note }, now);
  if (sent) await addEvent(db, row.id, { kind: 'sent', adminId: by, txHash: sent.tx_hash }, now);
  await postTransfers(db, [redeemPostTransfer(row.id, row.user_id, row.points)], now);
  await notePaidWallet(deps, db, approved);
  await publishEnd(deps, db, announce, approved);
  return approved;
}

export interface Rejection {
  /** The admin; null where a corrected result did it. */
  by: string | null;
  reason: Exclude<RejectionReason, 'payout_failed'>;
  /** For the owner to read; it is in their history too. */
  note: string | null;
}

/** Rejects a request: its held points are its owner's again. Throws `already_decided`. */
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
 * Takes an approval back because the payout failed outside, with or without a transaction: the points are its owner's again. `reason`
 * is for admins. Throws `withdrawal_pending` for what was never approved, `already_decided`, and `same_reviewer` for the admin who approved it. One
 * with a transaction takes two admins: the caller sees to that, and `by` is the one who agreed.
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
  return giveBack(deps, db, announce, row, { by, reason: 'payout_failed', note }, reason);
}

/**
 * Notes the transaction by which an approved request was paid. Throws `withdrawal_pending` for one that is not approved yet, `already_decided` where there
 * is a transaction or it was rejected, `withdrawal_on_hold` and `account_disabled` for one that is frozen, `invalid_tx_hash` also for another
 * request's, and `demo_payout`.
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
  await publishEnd(deps, db, announce, sent);
  return sent;
}

/** A transaction that is recorded in place of another, and the two admins' reason for it. */
export interface Correction {
  /** Who agreed to it. */
  by: string;
  /** The transaction that is recorded by now. */
  from: string;
  txHash: string;
  reason: string;
}

/**
 * Puts another transaction in place of the one that was recorded, by mistake, for a request that was paid; both are kept in its events, and
 * neither pays another request. Its owner is told. Throws as `requireCorrectable` does.
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
  const corrected = await withdrawals.updateWithdrawal(db, row.id, { tx_hash: read });
  await addEvent(db, row.id, { kind: 'hash_corrected', adminId: by, txHash: read, note: reason }, now);
  await publishEnd(deps, db, announce, corrected, read);
  return corrected;
}

/**
 * The transaction that would be recorded in place of another. Throws `withdrawal_pending`, `already_decided` where another one than `from` is
 * recorded, or it is not sent, `invalid_tx_hash` also for the same one, and `demo_payout`.
 */
export function requireCorrectable(
  { config }: Pick<Deps, 'config'>,
  row: Pick<WithdrawalRow, 'status' | 'tx_hash'>,
  { from, txHash }: { from: string | null; txHash: string },
): string {
  requireApproved(row);
  if (row.tx_hash === null || row.tx_hash !== from) throw new AppError('already_decided');
  const read = readHash(config, txHash);
  if (read === row.tx_hash) throw new AppError('invalid_tx_hash');
  return read;
}

function requireApproved({ status }: Pick<WithdrawalRow, 'status'>): void {
  if (status === 'pending') throw new AppError('withdrawal_pending');
  if (status !== 'approved') throw new AppError('already_decided');
}

/**
 * Nobody is paid while payouts of theirs are on hold: since the request somebody may have got into the account. The owner's row is locked, so that
 * who disables or holds them meanwhile waits, and finds what was decided.
 */
async function requirePayable(db: Transaction<DB>, { user_id }: WithdrawalRow, now: Date): Promise<void> {
  const owner = await withdrawals.shareOwner(db, user_id);
  const { status, redeem_held_until } = owner;
  if (status === 'disabled') throw new AppError('account_disabled');
  // Asked for before that was needed: whoever asks may not be the owner of the address.
  if (isAddressUnproven(owner)) throw new AppError('contact_unconfirmed');
  if (redeem_held_until !== null && redeem_held_until > now)
    throw new AppError('withdrawal_on_hold', { until: redeem_held_until.toISOString() });
}

/** A wallet that was paid to is its owner's: a self-exclusion follows by it. */
const notePaidWallet = (deps: Deps, db: Transaction<DB>, { user_id, wallet_address, tx_hash }: WithdrawalRow): Promise<void> =>
  wallet_address === null || tx_hash === null
    ? Promise.resolve()
    : carryExclusions(deps, db, user_id, [{ kind: 'paid_wallet', value: wallet_address }]);

/** What a request has by its transaction, which is nobody else's from now on. */
async function sentBy({ config }: Deps, db: Transaction<DB>, { id }: WithdrawalRow, by: string, typed: string, now: Date) {
  const txHash = readHash(config, typed);
  if (!(await takeTxHash(db, id, txHash, now))) throw new AppError('invalid_tx_hash');
  return { tx_hash: txHash, sent_by: by, sent_at: now };
}

/** The demo pays nothing out, so there is nothing to write down (docs/rules.md#demo). */
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
    ...{ status: 'rejected', decided_by: by, decided_at: now, reason_code: reason, note },
  });
  const kind = reason === 'payout_failed' ? 'returned' : 'rejected';
  await addEvent(db, row.id, { kind, adminId: by, reasonCode: reason, note: reasonForAdmins, ownerNote: note }, now);
  announce(`me:${row.user_id}`, { t: 'balance', balance: balances.get(row.user_id)! + row.points });
  await publishEnd(deps, db, announce, rejected);
  return rejected;
}

/** Tells the owner's pages, and queues the message; `again` names a message that was sent already, with other contents. */
async function publishEnd(deps: Deps, db: Transaction<DB>, announce: Announce, row: WithdrawalRow, again?: string): Promise<void> {
  announce(`me:${row.user_id}`, { t: 'withdrawal', withdrawal: withdrawalView(row) });
  await notifyOwner(deps, db, row, again);
}
