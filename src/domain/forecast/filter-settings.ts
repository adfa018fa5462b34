import type { Pair } from './played-match.ts';

/**
 * How fast ratings move. A team is five numbers: attack and defence that last, attack and defence of the day's form, and its own
 * home edge. `variance` is of ln(goals).
 */
export interface FilterSettings {
  /** Noise of an observation, as a multiple of a Poisson's: where more than goals was counted, and where it was not. */
  noise: number;
  noiseOfGoals: number;
  /** Form: its variance, and the days in which it fades to 1/e. */
  formVariance: number;
  formDays: number;
  /** The lasting part: variance at first, added a season, and how much of it is kept from season to season. */
  variance: number;
  seasonVariance: number;
  seasonKept: number;
  /** Correlation of attack and defence. */
  correlation: number;
  /** Steps of a division's level of goals and of its home advantage, in the first 20 matches of its teams and later. */
  levelStep: number;
  levelStepAtFirst: number;
  homeStep: number;
  /** Attack and defence of those that come into a division. */
  promoted: Pair;
  relegated: Pair;
  unknown: Pair;
  /** How much of a rating is kept by who changes division, and how much less is known of newcomers than of all at first. */
  moveKept: number;
  newcomerVariance: number;
  /** A team's own home edge: its variance at first, added a day, and kept from season to season. */
  edgeVariance: number;
  edgeDrift: number;
  edgeKept: number;
  /** Differences of strength are stretched by this when they are told. */
  spread: number;
}
