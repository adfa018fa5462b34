import { DAY_MS } from '#domain/time.ts';

/** Why a withdrawal needs two admins: its size, the user's first one, a recently entered wallet, evidence against the user. */
export const SECOND_APPROVER_REASONS = ['large', 'first', 'new_wallet', 'evidence'] as const;
export type SecondApproverReason = (typeof SECOND_APPROVER_REASONS)[number];

export interface ReviewedWithdrawal {
  points: number;
  requestedAt: Date;
  /** Since when the target wallet was the user's. */
  walletSince: Date;
  /** Whether another withdrawal of the user is approved. A returned one was no payout. */
  hasEarlier: boolean;
  /** Whether evidence existed against the user at the request, or exists now. */
  isFlagged: boolean;
}

/** Settings: points that one admin may approve alone, and the age from which a wallet is trusted. */
export interface ReviewLimits {
  redeem_one_reviewer_max: number;
  redeem_wallet_days: number;
}

/**
 * Returns why a withdrawal needs two admins; empty if one is enough. The wallet's age is taken at the time of the request: leaving a
 * request undecided must not make it safer, and what the first admin saw must hold for the second.
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
