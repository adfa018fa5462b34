import type { PointSource } from './ledger.ts';

/** Where a user's points can come from, as a reviewer asks: playing, the daily check-in, invites, top-ups, adjustments by an operator. */
export const ORIGINS = ['contests', 'check_in', 'invites', 'top_ups', 'adjustments'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Points that leave for a wallet, or come back from there, are no origin. */
const ORIGIN_OF: Record<PointSource, Origin | null> = {
  bet_stake: 'contests',
  bet_payout: 'contests',
  bet_refund: 'contests',
  bet_payout_adjust: 'contests',
  contest_reward: 'contests',
  contest_refund: 'contests',
  daily_login: 'check_in',
  invite_reward_inviter: 'invites',
  invite_reward_invitee: 'invites',
  invite_reward: 'invites',
  manual_adjust: 'top_ups',
  admin_adjust: 'adjustments',
  redeem: null,
  redeem_refund: null,
};

export interface OriginShare {
  origin: Origin;
  /** What it gave in all, less what it took: below zero where somebody lost more in contests than they won. Open stakes count as taken. */
  points: number;
  /** 0 to 1: which part of the user's points it is. */
  share: number;
}

export interface Provenance {
  origins: OriginShare[];
  /** Points that went to a wallet, those of an undecided request included. */
  redeemed: number;
}

/**
 * Where a user's points come from, from what their balance received (below zero: gave) by source. Points bear no mark: what was lost or
 * redeemed was taken from all of them alike. So every origin that gave more than it took has the part in what is left that it has in what
 * was given, and one that took more has none. The shares are 1 in all, or all 0 where nothing was ever gained.
 */
export function provenanceOf(sums: readonly { source: PointSource; sum: number }[]): Provenance {
  const total = (origin: Origin | null) => sums.reduce((points, { source, sum }) => points + (ORIGIN_OF[source] === origin ? sum : 0), 0);
  const net = ORIGINS.map((origin) => ({ origin, points: total(origin) }));
  const gained = net.reduce((sum, { points }) => sum + Math.max(0, points), 0);
  return {
    origins: net.map((row) => ({ ...row, share: gained === 0 ? 0 : Math.max(0, row.points) / gained })),
    redeemed: 0 - total(null),
  };
}

/** From this part of the top-ups on they were played with. */
const TOP_UPS_PLAYED_MIN = 0.1;

/**
 * Whether points came from top-ups without play: of what operators gave this user hardly any was ever at risk (`risked`, points of settled bets).
 * Such points are an operator's word alone, so evidence about play never clears them, however little speaks against the user.
 */
export function hasUnplayedTopUps(sums: readonly { source: PointSource; sum: number }[], risked: number): boolean {
  const topUps = sums.reduce((points, { source, sum }) => points + (ORIGIN_OF[source] === 'top_ups' ? sum : 0), 0);
  return topUps > 0 && risked < TOP_UPS_PLAYED_MIN * topUps;
}
