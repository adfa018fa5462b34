import { OUTCOMES, type Outcome } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';

/** Mean distance between forecast and frequency of the three outcomes, over bins of equal count. A perfect forecaster has that of chance. */
export const distance = (said: readonly Outcomes[], came: readonly Outcome[], bins: number): number => binned(said, bins)(came);

/** Sorts the forecasts of each outcome into bins once, and returns the distance for any results. */
function binned(said: readonly Outcomes[], bins: number): (came: readonly Outcome[]) => number {
  const orders = OUTCOMES.map((outcome) => ({
    outcome,
    order: said.map((_, i) => i).sort((a, b) => said[a]![outcome] - said[b]![outcome]),
  }));
  return (came) => {
    let sum = 0;
    for (const { outcome, order } of orders)
      for (let bin = 0; bin < bins; bin++) {
        let gap = 0;
        for (let at = Math.floor((bin * order.length) / bins); at < Math.floor(((bin + 1) * order.length) / bins); at++)
          gap += said[order[at]!]![outcome] - (came[order[at]!] === outcome ? 1 : 0);
        sum += Math.abs(gap);
      }
    return sum / said.length / OUTCOMES.length;
  };
}

/** Distances that perfect forecasters would have by chance: the mean, and the value that 95% stay below. */
export interface ByChance {
  mean: number;
  limit: number;
}

/** What chance alone makes of several sets of forecasts of the same matches: of each, and of the largest distance among them. */
export interface ChanceOfSets {
  each: ByChance[];
  worst: ByChance;
}

/**
 * Draws results from the forecasts `draws` times. A match has one random number for all sets, as it has one result, so that the sets vary
 * together.
 */
export function byChance(sets: readonly (readonly Outcomes[])[], bins: number, draws: number, seed = 1): ChanceOfSets {
  const random = seeded(seed);
  const distances = sets.map((): number[] => []);
  const distanceOf = sets.map((said) => binned(said, bins));
  const worst: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const dice = sets[0]!.map(() => random());
    const now = sets.map((said, set) => distanceOf[set]!(said.map((outcomes, i) => drawn(outcomes, dice[i]!))));
    now.forEach((one, i) => {
      distances[i]!.push(one);
    });
    worst.push(Math.max(...now));
  }
  return { each: distances.map(summaryOf), worst: summaryOf(worst) };
}

function summaryOf(distances: readonly number[]): ByChance {
  const sorted = distances.toSorted((a, b) => a - b);
  return {
    mean: sorted.reduce((sum, one) => sum + one, 0) / sorted.length,
    limit: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))]!,
  };
}

const drawn = ({ home, draw }: Outcomes, dice: number): Outcome => (dice < home ? 'home' : dice < home + draw ? 'draw' : 'away');

/** Mulberry32: the same random numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
