import { DAY_MS } from '#domain/time.ts';

/** Why a withdrawal takes two admins : its size, the user's first, a wallet that is theirs since lately, evidence against the user. */
export const SECOND_APPROVER_REASONS = ['large', 'first', 'new_wallet', 'evidence'] as const;
export type SecondApproverReason = (typeof SECOND_APPROVER_REASONS)[number];

export interface ReviewedWithdrawal {
  points: number;
  requestedAt: Date;
  /** Since when the wallet that it goes to was the user's. */
  walletSince: Date;
  /** Whether any other withdrawal of the user's stands approved. One that was returned was no payout. */
  hasEarlier: boolean;
  /** Whether evidence spoke against the user when it was asked for, or does now. */
  isFlagged: boolean;
}

/** Settings: points that one admin may let out alone, and the age from which on a wallet is trusted. */
export interface ReviewLimits {
  redeem_one_reviewer_max: number;
  redeem_wallet_days: number;
}

/**
 * Why a withdrawal takes two admins; none where one is enough. A wallet's age is what it was when the withdrawal was asked for: letting a
 * request lie must not make it safer, and what was told to the first admin must hold for the second.
 */
export function secondApproverReasons(withdrawal: ReviewedWithdrawal, limits: ReviewLimits): SecondApproverReason[] {
  const walletAgeMs = withdrawal.requestedAt.getTime() - withdrawal.walletSince.getTime();
  const holds = {
    large: withdrawal.points > limits.redeem_one_reviewer_max,
    first: !withdrawal.hasEarlier,
    new_wallet: walletAgeMs < limits.redeem_wallet_days * DAY_MS,
    evidence: withdrawal.isFlagged,
  };
  return SECOND_APPROVER_REASONS.filter((reason) => holds[reason]);
}

/** How many different admins must approve. */
export const approversNeeded = (withdrawal: ReviewedWithdrawal, limits: ReviewLimits): 1 | 2 =>
  secondApproverReasons(withdrawal, limits).length > 0 ? 2 : 1;
