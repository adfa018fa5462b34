import type { Market } from '#domain/settlement/contest.ts';

/**
 * Accounts of the double-entry ledger (docs/rules.md#ledger): a user's balance, a user's points held for a withdrawal, a contest's stakes,
 * the house's bankroll, and issuance, which creates all points.
 */
const ACCOUNT_KINDS = ['balance', 'held', 'contest', 'house', 'issuance'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export type AccountRef =
  | { kind: 'balance' | 'held'; userId: string }
  | { kind: 'contest'; contestId: string }
  | { kind: 'house' }
  | { kind: 'issuance' };

/** Most rows of a points history are posted; those of a withdrawal follow its review. */
export const LEDGER_STATUSES = ['posted', 'pending', 'approved', 'rejected'] as const;

/** Origins of points, as shown in a user's points history (docs/rules.md#sources). */
export const POINT_SOURCES = [
  'bet_payout',
  'bet_stake',
  'bet_refund',
  'contest_reward',
  'contest_refund',
  'daily_login',
  'manual_adjust',
  'admin_adjust',
  'invite_reward_inviter',
  'invite_reward_invitee',
  'invite_reward',
  'bet_payout_adjust',
  'redeem',
  'redeem_refund',
] as const;
export type PointSource = (typeof POINT_SOURCES)[number];

/** Transfers without a user: the bankroll from issuance, and what the house covers, gains or charges in a contest. */
const HOUSE_SOURCES = ['bankroll', 'house_cover', 'house_gain', 'pool_fee'] as const;
export type HouseSource = (typeof HOUSE_SOURCES)[number];

/** A transfer to post. Idempotent per `key`: posting the key again moves nothing. */
export interface TransferDraft {
  key: string;
  source: PointSource | HouseSource;
  from: AccountRef;
  to: AccountRef;
  /** Whole points, above 0. */
  amount: number;
  contestId?: string;
  betId?: string;
  note?: string;
}

/** The user of a bet, and the contest that holds its points. */
export interface BetRef {
  id: string;
  userId: string;
  contestId: string;
  market: Market;
}

const balanceOf = (userId: string): AccountRef => ({ kind: 'balance', userId });
const heldOf = (userId: string): AccountRef => ({ kind: 'held', userId });
const stakesOf = (contestId: string): AccountRef => ({ kind: 'contest', contestId });
const HOUSE: AccountRef = { kind: 'house' };
const ISSUANCE: AccountRef = { kind: 'issuance' };

/** A user stakes one leg of a bet. */
export const stakeTransfer = (bet: BetRef, legId: string, amount: number): TransferDraft => ({
  key: `bet:${legId}:stake`,
  source: 'bet_stake',
  from: balanceOf(bet.userId),
  to: stakesOf(bet.contestId),
  amount,
  contestId: bet.contestId,
  betId: bet.id,
});

/** Returns stakes: of the leg `legId` if given, else what is left of the whole bet. */
export const refundTransfer = (bet: BetRef, amount: number, legId?: string): TransferDraft => ({
  key: `bet:${legId ?? bet.id}:refund`,
  source: bet.market === 'wdl' ? 'contest_refund' : 'bet_refund',
  from: stakesOf(bet.contestId),
  to: balanceOf(bet.userId),
  amount,
  contestId: bet.contestId,
  betId: bet.id,
});

/** Pays a bet that won. */
export const payoutTransfer = (bet: BetRef, amount: number): TransferDraft => ({
  key: `bet:${bet.id}:payout`,
  source: bet.market === 'wdl' ? 'contest_reward' : 'bet_payout',
  from: stakesOf(bet.contestId),
  to: balanceOf(bet.userId),
  amount,
  contestId: bet.contestId,
  betId: bet.id,
});

/** The house adds what a contest's stakes lack to pay its winners. Posted before the payouts. */
export const houseCoverTransfer = (contestId: string, amount: number): TransferDraft => ({
  key: `contest:${contestId}:cover`,
  source: 'house_cover',
  from: HOUSE,
  to: stakesOf(contestId),
  amount,
  contestId,
});

/** What winners leave of a contest's stakes goes to the house: lost fixed-odds stakes, or a pool's fee. */
export const houseGainTransfer = (contestId: string, market: Market, amount: number): TransferDraft => ({
  key: `contest:${contestId}:gain`,
  source: market === 'wdl' ? 'pool_fee' : 'house_gain',
  from: stakesOf(contestId),
  to: HOUSE,
  amount,
  contestId,
});

/**
 * A corrected result gives a bet points (`delta` above 0) or takes them back; `round` is the number of the correction within the contest.
 */
export const adjustPayoutTransfer = (bet: BetRef, round: number, delta: number): TransferDraft => ({
  key: `bet:${bet.id}:adjust:${round}`,
  source: 'bet_payout_adjust',
  from: delta > 0 ? stakesOf(bet.contestId) : balanceOf(bet.userId),
  to: delta > 0 ? balanceOf(bet.userId) : stakesOf(bet.contestId),
  amount: Math.abs(delta),
  contestId: bet.contestId,
  betId: bet.id,
});

/** In a correction the house adds what is lacking (`delta` above 0) or takes what is left over. */
export const houseAdjustTransfer = (contestId: string, round: number, delta: number): TransferDraft => ({
  key: `contest:${contestId}:adjust:${round}`,
  source: delta > 0 ? 'house_cover' : 'house_gain',
  from: delta > 0 ? HOUSE : stakesOf(contestId),
  to: delta > 0 ? stakesOf(contestId) : HOUSE,
  amount: Math.abs(delta),
  contestId,
});

/** The daily check-in's points; `day` is YYYY-MM-DD in UTC. */
export const checkInTransfer = (userId: string, day: string, amount: number): TransferDraft => ({
  key: `check-in:${userId}:${day}`,
  source: 'daily_login',
  from: ISSUANCE,
  to: balanceOf(userId),
  amount,
});

/** An invite's reward to one of its two sides; `wasReviewed` if it was released from review (docs/rules.md#invites). */
export const inviteTransfer = (
  inviteeId: string,
  rewarded: { userId: string; side: 'inviter' | 'invitee'; wasReviewed: boolean },
  amount: number,
): TransferDraft => ({
  key: `invite:${inviteeId}:${rewarded.side}`,
  source: rewarded.wasReviewed ? 'invite_reward' : `invite_reward_${rewarded.side}`,
  from: ISSUANCE,
  to: balanceOf(rewarded.userId),
  amount,
});

/** Holds the points of a withdrawal request until it is decided. */
export const redeemTransfer = (withdrawalId: string, userId: string, amount: number): TransferDraft => ({
  key: `withdrawal:${withdrawalId}:hold`,
  source: 'redeem',
  from: balanceOf(userId),
  to: heldOf(userId),
  amount,
});

/** An approved withdrawal moves the held points to issuance. */
export const redeemPostTransfer = (withdrawalId: string, userId: string, amount: number): TransferDraft => ({
  key: `withdrawal:${withdrawalId}:post`,
  source: 'redeem',
  from: heldOf(userId),
  to: ISSUANCE,
  amount,
});

/** Returns a withdrawal's points: from held if it was rejected, from issuance if its payout failed after approval. */
export const redeemRefundTransfer = (
  withdrawalId: string,
  userId: string,
  amount: number,
  wasPosted: boolean,
  note: string | null,
): TransferDraft => ({
  key: `withdrawal:${withdrawalId}:refund`,
  source: 'redeem_refund',
  from: wasPosted ? ISSUANCE : heldOf(userId),
  to: balanceOf(userId),
  amount,
  ...(note !== null && { note }),
});

/**
 * An operator gives (`delta` above 0) or takes points; a top-up is always positive (docs/rules.md#sources). `note` is shown to the user.
 */
export const adjustTransfer = (
  adjustmentId: string,
  userId: string,
  delta: number,
  source: 'manual_adjust' | 'admin_adjust',
  note: string | null,
): TransferDraft => ({
  key: `adjustment:${adjustmentId}`,
  source,
  from: delta > 0 ? ISSUANCE : balanceOf(userId),
  to: delta > 0 ? balanceOf(userId) : ISSUANCE,
  amount: Math.abs(delta),
  ...(note !== null && { note }),
});

/** Gives the house its bankroll; `key` identifies the occasion. */
export const bankrollTransfer = (key: string, amount: number): TransferDraft => ({
  key: `bankroll:${key}`,
  source: 'bankroll',
  from: ISSUANCE,
  to: HOUSE,
  amount,
});

/** Period over which adjustments of one user, and of one admin, are added up (docs/rules.md#two-admins). */
export const ADJUSTMENTS_COUNT_MS = 24 * 3_600_000;

/** Whole points given and taken within that period; both count as positive. */
export interface Adjusted {
  /** For the user, by any admin. */
  user: number;
  /** By the admin, for any user. */
  admin: number;
}

/** Returns whether an adjustment needs a second admin, because one of the two sums would exceed `aloneMax`. */
export const needsSecondAdmin = (delta: number, before: Adjusted, aloneMax: number): boolean =>
  Math.max(before.user, before.admin) + Math.abs(delta) > aloneMax;

/**
 * Returns why an adjustment is invalid for a balance; null if it is valid. A top-up must be positive; an adjustment cannot take more than
 * the balance.
 */
export function checkAdjustment(
  { delta, source }: { delta: number; source: 'manual_adjust' | 'admin_adjust' },
  balance: number,
): 'invalid_payload' | 'insufficient_points' | null {
  if (delta === 0 || (source === 'manual_adjust' && delta < 0)) return 'invalid_payload';
  return balance + delta < 0 ? 'insufficient_points' : null;
}
