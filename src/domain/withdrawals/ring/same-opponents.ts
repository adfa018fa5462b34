import { type RingGraph, ramp } from './facts.ts';

/**
 * The same opponents again and again. Strangers meet by chance: among thousands of players two seldom face each other in a second small pool. A ring
 * that spreads what it hands over thinly, or over weeks, still has the same accounts on the two sides of its pools.
 */
export interface SameOpponents {
  /** Accounts faced in two or more small pools, whichever of the two won. */
  accounts: number;
  /** Points won from them and lost to them in these pools. */
  points: number;
  /** 0 to 1: the part of all points won from and lost to players that this is, beyond what chance explains. */
  beyondChance: number;
}

/** One opponent counts for no more than this part of the points: a friend who bets against one every week is not many. */
const ONE_OPPONENT_MAX = 0.05;
/** Those who play much meet more often than a user of the day does on average. */
const REGULARS = 0.5;

/** @param players users of the site's busiest day (`RingFacts.players`) */
export function sameOpponentsOf(graph: RingGraph, id: string, players: number): SameOpponents {
  const turnover = sumOf(graph.lostTo.get(id)) + sumOf(graph.lostBy.get(id));
  const faced = [...facedBy(graph, id).values()];
  const again = faced.filter(({ pools }) => pools >= 2);
  const points = again.reduce((sum, one) => sum + Math.min(one.points, ONE_OPPONENT_MAX * turnover), 0);
  const share = turnover === 0 ? 0 : Math.min(1, points / turnover);
  const meetings = faced.reduce((sum, { pools }) => sum + pools, 0);
  // Each opponent in a pool is met in another one with about the chance that the other pools' opponents are of all who play.
  const byChance = 1 - Math.exp(-meetings / Math.max(1, REGULARS * players));
  return { accounts: again.length, points, beyondChance: byChance >= 1 ? 0 : Math.max(0, (share - byChance) / (1 - byChance)) };
}

/** Whom an account faced in small pools, in how many, and for how many points, both ways together. */
function facedBy({ meetings }: RingGraph, id: string): Map<string, { pools: number; points: number }> {
  const faced = new Map<string, { pools: number; points: number }>();
  for (const { loser, winner, pools, points } of meetings.get(id) ?? []) {
    const other = loser === id ? winner : loser;
    const known = faced.get(other) ?? { pools: 0, points: 0 };
    faced.set(other, { pools: known.pools + pools, points: known.points + points });
  }
  return faced;
}

const sumOf = (flows: ReadonlyMap<string, number> | undefined): number =>
  [...(flows?.values() ?? [])].reduce((sum, points) => sum + points, 0);

/** How much it weighs, where an account had `had` points in all. */
export const weighSameOpponents = ({ accounts, points, beyondChance }: SameOpponents, had: number): number =>
  4.5 * ramp(accounts, 3, 8) * ramp(points / had, 0.02, 0.1) * ramp(beyondChance, 0.05, 0.2);
