import { DAY_MS } from '#domain/time.ts';
import { type RingGraph, ramp } from './facts.ts';
import { netLost } from './feeding.ts';

/**
 * Describes all losers behind a user's winnings together. A ring spreads what it hands over so thinly that no pair stands out: hundreds of
 * losers, each a few points to each of many winners, in pools with honest users. But its losers end up with nothing, and most registered in
 * the same days as the winner. Behind an honest winner are old and new accounts, and few that lost nearly all.
 */
export interface Cohort {
  /** Points won, net, from all known losers. */
  points: number;
  /** Losers that lost most of what they were given. */
  emptied: Part;
  /** Losers that registered within COHORT_DAYS of the winner. */
  young: Part;
  /** Losers that did both. */
  both: Part;
}

interface Part {
  losers: number;
  /** Their part of the points, 0 to 1. */
  share: number;
}

const COHORT_DAYS = 4;
/** An account counts as emptied if it lost this part of what it was given, and was given a relevant amount. */
const EMPTIED_FROM = 0.6;
const GIVEN_MIN = 50;
/** Maximum part of the points for which one loser counts. */
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
    // A single large loser does not count as many losers.
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

/** A few losers, or small winnings, are normal. Honest losers beside them change neither. */
const certainty = (losers: number, points: number, had: number): number => ramp(losers, 6, 15) * ramp(points / had, 0.03, 0.12);

/** Does not flag an account alone: a user who backs the winner of a pool that a ring uses wins from emptied accounts once. */
const EMPTIED = 1.4;

/** Returns the weight of the losers being emptied. */
export const weighEmptied = ({ emptied, points }: Cohort, had: number): number =>
  EMPTIED * certainty(emptied.losers, emptied.share * points, had) * ramp(emptied.share, 0.35, 0.6);

/**
 * Returns the weight of the losers being of the winner's age, and of the same losers being both. If registrations are spread over
 * `siteDays`, that share of any winnings comes from these days by chance; on a site that has just opened all of it does, and it proves
 * nothing.
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
