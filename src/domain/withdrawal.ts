/** Withdrawals: points for USDT (decisions.md section 5). */

/** A request waits for a person's decision; both decisions end it. */
export const WITHDRAWAL_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** Where its owner sees it: before the decision; approved without a transaction yet; paid; turned down. */
export const WITHDRAWAL_STAGES = ['in_review', 'being_sent', 'sent', 'rejected'] as const;
export type WithdrawalStage = (typeof WITHDRAWAL_STAGES)[number];

/**
 * Why a request was rejected: what people say, and two that happen without a review. `correction`: the points were taken back by a corrected
 * result; `payout_failed`: it was approved, and could not be paid outside.
 */
export const REJECTION_REASONS = ['evidence', 'wallet', 'identity', 'rules', 'correction', 'payout_failed', 'other'] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** Where a code for a withdrawal can be sent, and where its owner is told what became of it. */
export const REDEEM_CHANNELS = ['email', 'telegram'] as const;
export type RedeemChannel = (typeof REDEEM_CHANNELS)[number];

/** Within how many hours of a request a person looks at it, as a rule (product.md section 9). */
export const REVIEW_HOURS = 24;

/** Where a request stands for its owner. */
export function withdrawalStage(withdrawal: { status: WithdrawalStatus; txHash: string | null }): WithdrawalStage {
  if (withdrawal.status === 'pending') return 'in_review';
  if (withdrawal.status === 'rejected') return 'rejected';
  return withdrawal.txHash === null ? 'being_sent' : 'sent';
}

/** A transaction of TRON as it is kept and compared: 64 hexadecimal digits, lower-case; null for what is none. Typed with or without 0x, in any case. */
export function readTxHash(typed: string): string | null {
  const hash = typed.trim().toLowerCase().replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null;
}
