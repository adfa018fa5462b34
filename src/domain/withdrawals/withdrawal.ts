import type { PayoutState } from './payout/payout.ts';

/** Withdrawals: points for USDT (docs/rules.md#withdrawals). */

/** A request waits for a person's decision; either decision ends it. */
export const WITHDRAWAL_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** Status as shown to the owner: before the decision; approved and not paid yet, as far as known; paid; turned down. */
export const WITHDRAWAL_STAGES = ['in_review', 'being_sent', 'sent', 'rejected'] as const;
export type WithdrawalStage = (typeof WITHDRAWAL_STAGES)[number];

/**
 * Why a request was rejected: reasons of reviewers, and two that arise without a review. `correction`: a corrected result took the points
 * back; `payout_failed`: it was approved, and could not be paid outside.
 */
export const REJECTION_REASONS = ['evidence', 'wallet', 'identity', 'rules', 'correction', 'payout_failed', 'other'] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** Channels for the code of a withdrawal and for news of its outcome. */
export const REDEEM_CHANNELS = ['email', 'telegram'] as const;
export type RedeemChannel = (typeof REDEEM_CHANNELS)[number];

/** Hours within which a person normally reviews a request (docs/rules.md#withdrawals). */
export const REVIEW_HOURS = 24;

/** Returns the status of a request by what operators did: it is sent once a transaction was recorded. */
export function withdrawalStage(withdrawal: { status: WithdrawalStatus; txHash: string | null }): WithdrawalStage {
  if (withdrawal.status === 'pending') return 'in_review';
  if (withdrawal.status === 'rejected') return 'rejected';
  return withdrawal.txHash === null ? 'being_sent' : 'sent';
}

/** What its owner learns about the transaction of a request; `not_verified` without a node that verifies it. */
export const OWNER_PAYOUTS = ['not_verified', 'sending', 'on_chain', 'confirmed'] as const;
export type OwnerPayout = (typeof OWNER_PAYOUTS)[number];

/**
 * Returns the status of a request for its owner, and what they learn about its transaction; null without one. A transaction that is
 * verified counts as sent once the chain confirms it. One that failed or does not match is for operators to correct: for the owner, the
 * request is still being sent.
 */
export function ownerStage(withdrawal: { status: WithdrawalStatus; txHash: string | null; payoutState: PayoutState | null }): {
  stage: WithdrawalStage;
  payout: OwnerPayout | null;
} {
  const stage = withdrawalStage(withdrawal);
  if (stage !== 'sent') return { stage, payout: null };
  const { payoutState } = withdrawal;
  if (payoutState === null) return { stage, payout: 'not_verified' };
  if (payoutState === 'confirmed') return { stage, payout: 'confirmed' };
  return { stage: 'being_sent', payout: payoutState === 'on_chain' ? 'on_chain' : 'sending' };
}

/** Events of a request, in their possible order; each is an immutable row. */
export const WITHDRAWAL_EVENTS = [
  'asked',
  'approved_first',
  'approved',
  'rejected',
  'sent',
  'correction_asked',
  'hash_corrected',
  'frozen',
  'released',
  'return_asked',
  'returned',
  'payment_confirmed',
  'payment_failed',
  'payment_mismatch',
  /** An admin's note for other admins. */
  'noted',
] as const;
export type WithdrawalEventKind = (typeof WITHDRAWAL_EVENTS)[number];

/** Why an approved request must not be paid now: its owner's account is disabled, or payouts to them are on hold. */
export const FREEZE_REASONS = ['disabled', 'on_hold'] as const;
export type FreezeReason = (typeof FREEZE_REASONS)[number];

/**
 * Returns why an approved request without a transaction is frozen at a time; null if it is not, and for all others. A time-out or
 * self-exclusion freezes nothing: the user may still withdraw.
 */
export function freezeReason(
  withdrawal: { status: WithdrawalStatus; txHash: string | null },
  owner: { status: string; heldUntil: Date | null },
  now: Date,
): FreezeReason | null {
  if (withdrawal.status !== 'approved' || withdrawal.txHash !== null) return null;
  if (owner.status === 'disabled') return 'disabled';
  return owner.heldUntil !== null && owner.heldUntil > now ? 'on_hold' : null;
}

/**
 * Returns a TRON transaction as it is stored and compared: 64 lower-case hexadecimal digits; null for anything else. Accepts any case, with
 * or without 0x.
 */
export function normaliseTxHash(typed: string): string | null {
  const hash = typed.trim().toLowerCase().replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null;
}

/**
 * Returns a TRON transaction as it is stored; null for an invalid or implausible one. Hashes are random: fewer than eight different digits
 * occur once in 10^18, and a hash that repeats itself never occurs. Those were typed by hand.
 */
export function readTxHash(typed: string): string | null {
  const hash = normaliseTxHash(typed);
  return hash === null || new Set(hash).size < DIGITS_MIN || isRepeated(hash) ? null : hash;
}
const DIGITS_MIN = 8;

/** Returns whether a text is a shorter one repeated: then it occurs in itself doubled before its own end. */
const isRepeated = (text: string): boolean => (text + text).indexOf(text, 1) < text.length;
