import type { Transaction } from 'kysely';
import { redeemPostTransfer, redeemRefundTransfer } from '#domain/ledger.ts';
import { type RejectionReason, readTxHash } from '#domain/withdrawal.ts';
import type { DB } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { lockBalances, postTransfers } from '#server/features/points/service.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Announce } from '#server/transact.ts';
import type { WithdrawalRow } from './queries.ts';
import * as withdrawals from './queries.ts';
import { tellOwner } from './tell.ts';
import { withdrawalView } from './withdrawal-view.ts';

/**
 * How requests end: the only place that moves their points and changes their state. Each is part of the caller's transaction, takes the request
 * as `lockWithdrawal` gave it, and returns it as it is now. Each happens once: what is decided already is refused with `already_decided`.
 * Locks: the request, then the balance of its owner.
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
 * Approves a request: its held points leave the game. Throws `already_decided`, `same_reviewer`, `withdrawal_on_hold` and
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
  const sent = txHash === null ? {} : sentBy(deps, by, txHash, now);
  const approved = await change(db, row.id, { status: 'approved', decided_by: by, decided_at: now, note, ...sent });
  await postTransfers(db, [redeemPostTransfer(row.id, row.user_id, row.points)], now);
  await tellEnd(deps, db, announce, approved);
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
 * Takes an approval back because the payout failed outside, with or without a transaction: the points are its owner's again. Throws
 * `withdrawal_pending` for what was never approved, `already_decided`, and `same_reviewer` for the admin who approved it.
 */
export async function returnWithin(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  { by, note }: { by: string; note: string | null },
): Promise<WithdrawalRow> {
  requireApproved(row);
  if (row.decided_by === by) throw new AppError('same_reviewer');
  return giveBack(deps, db, announce, row, { by, reason: 'payout_failed', note });
}

/**
 * Notes the transaction by which an approved request was paid. Throws `withdrawal_pending` for one that is not approved yet, `already_decided` where there
 * is a transaction or it was rejected, `invalid_tx_hash` also for another request's, and `demo_payout`.
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
  const sent = await change(db, row.id, sentBy(deps, by, txHash, deps.now()));
  await tellEnd(deps, db, announce, sent);
  return sent;
}

function requireApproved({ status }: WithdrawalRow): void {
  if (status === 'pending') throw new AppError('withdrawal_pending');
  if (status !== 'approved') throw new AppError('already_decided');
}

/** Nobody is paid while payouts of theirs are on hold: since the request somebody may have got into the account. */
async function requirePayable(db: Transaction<DB>, { user_id }: WithdrawalRow, now: Date): Promise<void> {
  const { status, redeem_held_until } = await withdrawals.findOwner(db, user_id);
  if (status !== 'normal') throw new AppError('account_disabled');
  if (redeem_held_until !== null && redeem_held_until > now)
    throw new AppError('withdrawal_on_hold', { until: redeem_held_until.toISOString() });
}

/** The demo pays nothing out, so there is nothing to write down (decisions.md section 6). */
function sentBy({ config }: Deps, by: string, typed: string, now: Date) {
  if (config.demo) throw new AppError('demo_payout');
  const txHash = readTxHash(typed);
  if (txHash === null) throw new AppError('invalid_tx_hash');
  return { tx_hash: txHash, sent_by: by, sent_at: now };
}

async function giveBack(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  { by, reason, note }: Omit<Rejection, 'reason'> & { reason: RejectionReason },
): Promise<WithdrawalRow> {
  const now = deps.now();
  const balances = await lockBalances(db, [row.user_id]);
  const refund = redeemRefundTransfer(row.id, row.user_id, row.points, row.status === 'approved', note);
  await postTransfers(db, [refund], now);
  const rejected = await change(db, row.id, { status: 'rejected', decided_by: by, decided_at: now, reason_code: reason, note });
  announce(`me:${row.user_id}`, { t: 'balance', balance: balances.get(row.user_id)! + row.points });
  await tellEnd(deps, db, announce, rejected);
  return rejected;
}

/** Two requests cannot have the same transaction: whoever comes second is told so. */
const change = (db: Transaction<DB>, id: string, values: Parameters<typeof withdrawals.updateWithdrawal>[2]): Promise<WithdrawalRow> =>
  withdrawals.updateWithdrawal(db, id, values).catch((error: unknown) => {
    throw (error as { constraint?: string }).constraint === 'withdrawals_tx_hash_key' ? new AppError('invalid_tx_hash') : error;
  });

/** Tells the owner's pages, and queues the message. */
async function tellEnd(deps: Deps, db: Transaction<DB>, announce: Announce, row: WithdrawalRow): Promise<void> {
  announce(`me:${row.user_id}`, { t: 'withdrawal', withdrawal: withdrawalView(row) });
  await tellOwner(deps, db, row);
}
