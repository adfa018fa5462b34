import { DAY_MS } from '#domain/time.ts';
import { type RingGraph, ramp } from './facts.ts';
import { netLost } from './feeding.ts';

/**
 * What the losers behind somebody's winnings are like, all of them taken together. A ring spreads what it hands over so thinly that no pair stands
 * out: hundreds of losers, each a few points to each of many winners, in pools with honest users. But its losers end up with nothing, and most of
 * them registered in the same days as the winner; behind an honest winner stand old and new accounts, and few that lost nearly all.
 */
export interface Cohort {
  /** Points won, net, from all losers that are known. */
  points: number;
  /** Who lost most of what they were given. */
  emptied: Part;
  /** Who registered within COHORT_DAYS of the winner. */
  young: Part;
  /** Who did both. */
  both: Part;
}

interface Part {
  losers: number;
  /** 0 to 1: their part of the points. */
  share: number;
}

const COHORT_DAYS = 4;
/** An account is emptied that lost so much of what it was given, where it was given anything to speak of. */
const EMPTIED_FROM = 0.6;
const GIVEN_MIN = 50;
/** No loser counts for more than this part of the points. */
const ONE_LOSER_MAX = 0.05;

export function cohortOf(graph: RingGraph, winner: string): Cohort {
  const own = graph.accounts.get(winner)!;
  const losses = [...(graph.lostTo.get(winner)?.keys() ?? [])].map((id) => ({ id, lost: netLost(graph, id, winner) }));
  const points = losses.reduce((sum, { lost }) => sum + lost, 0);
  const sums = { all: 0, emptied: 0, young: 0, both: 0 };
  const losers = { emptied: 0, young: 0, both: 0 };
  for (const { id, lost } of losses) {
    const loser = graph.accounts.get(id)!;
    const isEmptied = loser.given >= GIVEN_MIN && 0 - loser.netWon >= EMPTIED_FROM * loser.given;
    const isYoung = Math.abs(loser.registeredAt.getTime() - own.registeredAt.getTime()) <= COHORT_DAYS * DAY_MS;
    // One who lost much is not many.
    const counted = Math.min(lost, ONE_LOSER_MAX * points);
    sums.all += counted;
    for (const [part, isIn] of [
      ['emptied', isEmptied],
      ['young', isYoung],
      ['both', isEmptied && isYoung],
    ] as const) {
      sums[part] += isIn ? counted : 0;
      losers[part] += isIn && lost > 0 ? 1 : 0;
    }
  }
  const part = (name: keyof typeof losers): Part => ({ losers: losers[name], share: sums.all === 0 ? 0 : sums[name] / sums.all });
  return { points, emptied: part('emptied'), young: part('young'), both: part('both') };
}

/** A few losers, or little that was won from them, are like anybody's. Honest losers beside them change neither. */
const certainty = (losers: number, points: number, had: number): number => ramp(losers, 6, 15) * ramp(points / had, 0.03, 0.12);

/** On its own it is no flag: whoever backs the winner of a pool that a ring uses wins from emptied accounts, once. */
const EMPTIED = 1.4;

/** How much it weighs that the losers were emptied. */
export const weighEmptied = ({ emptied, points }: Cohort, had: number): number =>
  EMPTIED * certainty(emptied.losers, emptied.share * points, had) * ramp(emptied.share, 0.35, 0.6);

/**
 * How much it weighs that they are of the winner's age, and that the same ones are both. Where registrations are spread over `siteDays`, so much of
 * anybody's winnings comes from these days by chance; on a site that has just opened all of it does, and it says nothing.
 */
export function weighSameDays({ young, both, points }: Cohort, had: number, siteDays: number): number {
  const byChance = Math.min(1, (2 * COHORT_DAYS) / Math.max(1, siteDays));
  const beyond = byChance === 1 ? 0 : (young.share - byChance) / (1 - byChance);
  const together = byChance === 1 ? 0 : (both.share - byChance / 3) / (1 - byChance / 3);
  return (
    4.5 * certainty(young.losers, young.share * points, had) * ramp(beyond, 0.09, 0.36) +
    2.5 * certainty(both.losers, both.share * points, had) * ramp(together, 0.03, 0.23)
  );
}
