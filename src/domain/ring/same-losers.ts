import { type RingGraph, ramp } from './facts.ts';

/**
 * Winnings from the same losers again and again. Strangers meet by chance: among hundreds of players two seldom face each other in a second small pool.
 * A ring that spreads what it hands over thinly, or over weeks, still has the same accounts on the losing side of the same winner.
 */
export interface SameLosers {
  /** Accounts that lost to the winner in two or more small pools. */
  losers: number;
  /** Points won from them in these pools. */
  points: number;
  /** 0 to 1: the part of all winnings from players that this is, beyond what chance explains. */
  beyondChance: number;
}

/** One loser counts for no more than this part of the winnings: a friend who bets against one every week is not many. */
const ONE_LOSER_MAX = 0.05;
/** Those who play much meet more often than a user of the day does on average. */
const REGULARS = 0.5;

/** @param players users of the site's busiest day (`RingFacts.players`) */
export function sameLosersOf(graph: RingGraph, winner: string, players: number): SameLosers {
  const won = [...(graph.lostTo.get(winner)?.values() ?? [])].reduce((sum, points) => sum + points, 0);
  const met = graph.meetings.get(winner) ?? [];
  const again = met.filter(({ pools }) => pools >= 2);
  const points = again.reduce((sum, one) => sum + Math.min(one.points, ONE_LOSER_MAX * won), 0);
  const share = won === 0 ? 0 : Math.min(1, points / won);
  const meetings = met.reduce((sum, { pools }) => sum + pools, 0);
  // Each loser of a pool is met in another one with about the chance that other losers are of all who play.
  const byChance = 1 - Math.exp(-meetings / Math.max(1, REGULARS * players));
  return { losers: again.length, points, beyondChance: byChance >= 1 ? 0 : Math.max(0, (share - byChance) / (1 - byChance)) };
}

/** How much it weighs. */
export const weighSameLosers = ({ losers, points, beyondChance }: SameLosers, had: number): number =>
  4 * ramp(losers, 4, 12) * ramp(points / had, 0.02, 0.1) * ramp(beyondChance, 0.05, 0.25);
