import type { PointSource } from './ledger.ts';

/**
 * Possible origins of a user's points, as reviewers see them: playing, the daily check-in, invites, top-ups, adjustments by an operator.
 */
export const ORIGINS = ['contests', 'check_in', 'invites', 'top_ups', 'adjustments'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Points that go to a wallet, or come back from one, have no origin. */
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
  /** Net points from it: below zero if the user lost more in contests than they won. Open stakes count as taken. */
  points: number;
  /** Its part of the user's points, 0 to 1. */
  share: number;
}

export interface Provenance {
  origins: OriginShare[];
  /** Points that went to a wallet, including those of an undecided request. */
  redeemed: number;
}

/**
 * Returns where a user's points come from, given what their balance received (negative: gave) by source. Points are not marked
 * individually: losses and redemptions reduce all origins in proportion. So every origin that gave more than it took has the same part of
 * the remainder as of what was given, and one that took more has none. The shares add up to 1, or are all 0 if nothing was ever given.
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

/** Part of the top-ups that must have been at risk to count as played. */
const TOP_UPS_PLAYED_MIN = 0.1;

/**
 * Returns whether points came from top-ups without play: hardly any of what operators gave was ever at risk (`risked`, points of settled
 * bets). Such points rest on an operator's word alone, so evidence about play never clears them, however little speaks against the user.
 */
export function hasUnplayedTopUps(sums: readonly { source: PointSource; sum: number }[], risked: number): boolean {
  const topUps = sums.reduce((points, { source, sum }) => points + (ORIGIN_OF[source] === 'top_ups' ? sum : 0), 0);
  return topUps > 0 && risked < TOP_UPS_PLAYED_MIN * topUps;
}

/** Winnings are flagged if more than this part comes from this few accounts (docs/rules.md#withdrawals). */
export const FEW_LOSERS = 3;
export const FEW_LOSERS_SHARE_MAX = 0.3;

/** A contest in which the user won points. */
export interface WonContest {
  contestId: string;
  /** Points won beyond the stake, above 0. */
  gain: number;
  /** Points that all losers lost together; 0 with fixed odds, as the house pays. */
  lostByAll: number;
}

/** Points that an account lost in a contest, above 0. */
export interface Loss {
  contestId: string;
  userId: string;
  points: number;
}

/** An account that lost points to the winner. */
export interface Loser {
  userId: string;
  /** Part of the winner's points that this account lost, net of what it won from the winner: rounded to whole points. */
  points: number;
  /** Part of all winnings, 0 to 1. */
  share: number;
  /** Number of contests. */
  contests: number;
}

export interface LossesBehind {
  /** All winnings. */
  won: number;
  /** Winnings in the examined pools: the rest was paid by the house, or won in smaller amounts further back. */
  traced: number;
  /** The losers, the largest first. */
  losers: Loser[];
  /** Part of all winnings that the three largest losers lost, 0 to 1. */
  fewShare: number;
  /** Whether that exceeds what chance would explain (docs/rules.md#withdrawals). */
  isConcentrated: boolean;
}

/**
 * Returns which accounts lost the points that a user won. A pool pays its winners from one pot that the losers filled, so each point won
 * came from each loser in proportion: an account that lost a tenth of the pot stands for a tenth of each winner's gain. A fee does not
 * change the proportion, since it is taken from all losing stakes alike. With fixed odds the house pays and collects, so no player stands
 * behind a gain.
 * `wonBack` is what accounts won from the winner, by id: friends who play against each other lose to each other, and a mule never wins.
 * `won` is all winnings, whether or not their contests are in `contests`; `losses` may omit the smaller ones of a contest.
 */
export function lossesBehind(
  won: number,
  contests: readonly WonContest[],
  losses: readonly Loss[],
  wonBack: ReadonlyMap<string, number> = new Map(),
): LossesBehind {
  const pools = new Map(contests.filter(({ lostByAll }) => lostByAll > 0).map((contest) => [contest.contestId, contest]));
  const behind = new Map<string, { points: number; contests: number }>();
  for (const { contestId, userId, points } of losses) {
    const pool = pools.get(contestId);
    if (!pool) continue;
    const known = behind.get(userId) ?? { points: 0, contests: 0 };
    behind.set(userId, { points: known.points + (pool.gain * points) / pool.lostByAll, contests: known.contests + 1 });
  }
  const shareOf = (points: number) => (won === 0 ? 0 : points / won);
  const losers = [...behind]
    .map(([userId, { points, contests }]) => ({ userId, points: points - (wonBack.get(userId) ?? 0), contests }))
    .filter(({ points }) => points > 0)
    .map((loser) => ({ ...loser, share: shareOf(loser.points) }))
    .sort((a, b) => b.points - a.points || (a.userId < b.userId ? -1 : 1));
  const fewShare = shareOf(losers.slice(0, FEW_LOSERS).reduce((sum, { points }) => sum + points, 0));
  return {
    won,
    traced: [...pools.values()].reduce((sum, { gain }) => sum + gain, 0),
    losers: losers.map((loser) => ({ ...loser, points: Math.round(loser.points) })),
    fewShare,
    isConcentrated: fewShare > FEW_LOSERS_SHARE_MAX,
  };
}
