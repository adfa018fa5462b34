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
