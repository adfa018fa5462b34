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

/** More than this part of what somebody won, from so few accounts, is flagged (docs/rules.md#withdrawals). */
export const FEW_LOSERS = 3;
export const FEW_LOSERS_SHARE_MAX = 0.3;

/** A contest that somebody won points in. */
export interface WonContest {
  contestId: string;
  /** Points that they got beyond what they staked, above 0. */
  gain: number;
  /** Points that all who lost in it lost together; 0 with fixed odds, where the house pays. */
  lostByAll: number;
}

/** What an account lost in a contest, above 0. */
export interface Loss {
  contestId: string;
  userId: string;
  points: number;
}

/** An account that lost points which somebody else won. */
export interface Loser {
  userId: string;
  /** Of what the winner won, as much as this account lost net of what it won from the winner: rounded to whole points. */
  points: number;
  /** 0 to 1, of all that the winner won. */
  share: number;
  /** In how many contests. */
  contests: number;
}

export interface LossesBehind {
  /** All that was won. */
  won: number;
  /** Of it, what was won in pools that were looked at: the rest was paid by the house, or won in smaller sums further back. */
  traced: number;
  /** Who lost it, the most first. */
  losers: Loser[];
  /** 0 to 1: what the three who lost most have of all that was won. */
  fewShare: number;
  /** Whether that is more than chance would be expected to do (docs/rules.md#withdrawals). */
  isConcentrated: boolean;
}

/**
 * Which accounts lost the points that somebody won. A pool pays its winners from one pot that the losers filled, so each point that was won
 * there came from each of them in proportion to what they lost: an account that lost a tenth of the pot stands behind a tenth of each
 * winner's gain. With a fee that proportion is the same, since it is taken from all losing stakes alike. With fixed odds the house pays and
 * collects: no player stands behind such a gain.
 *
 * `wonBack` is what accounts won from the winner in turn, by their ids: friends who play against each other lose to each other, and a mule never
 * wins. `won` is all that was won, whether its contests are among `contests` or not; `losses` may leave the smaller ones of a contest out.
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
