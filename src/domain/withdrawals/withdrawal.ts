/** Withdrawals: points for USDT (docs/rules.md#withdrawals). */

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

/** Within how many hours of a request a person looks at it, as a rule (docs/rules.md#withdrawals). */
export const REVIEW_HOURS = 24;

/** Where a request stands for its owner. */
export function withdrawalStage(withdrawal: { status: WithdrawalStatus; txHash: string | null }): WithdrawalStage {
  if (withdrawal.status === 'pending') return 'in_review';
  if (withdrawal.status === 'rejected') return 'rejected';
  return withdrawal.txHash === null ? 'being_sent' : 'sent';
}

/** What happens to a request, in the order in which it may; each is a row that nothing changes any more. */
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
] as const;
export type WithdrawalEventKind = (typeof WITHDRAWAL_EVENTS)[number];

/** Why an approved request is not to be paid now: its owner's account is disabled, or payouts to them are on hold. */
export const FREEZE_REASONS = ['disabled', 'on_hold'] as const;
export type FreezeReason = (typeof FREEZE_REASONS)[number];

/**
 * Why an approved request without a transaction is frozen at a moment; null where it is not, and for all others. Time away from play freezes
 * nothing: who takes it may withdraw what is theirs.
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

/** How a transaction of TRON is written and compared: 64 hexadecimal digits, lower-case; null for anything else. Typed with or without 0x, in any case. */
export function normaliseTxHash(typed: string): string | null {
  const hash = typed.trim().toLowerCase().replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null;
}

/**
 * A transaction of TRON as it is recorded; null for what is none, or cannot be one. A hash is as good as drawn by lot: fewer than eight different
 * digits come once in 10^18, and one that repeats itself comes never. Somebody typed those.
 */
export function readTxHash(typed: string): string | null {
  const hash = normaliseTxHash(typed);
  return hash === null || new Set(hash).size < DIGITS_MIN || isRepeated(hash) ? null : hash;
}
const DIGITS_MIN = 8;

/** Whether a text is a shorter one, several times over: then it is found in itself doubled before its own end. */
const isRepeated = (text: string): boolean => (text + text).indexOf(text, 1) < text.length;
