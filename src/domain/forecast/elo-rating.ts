/**
 * Ratings with uncertainty, updated after every match: Elo's idea with Glicko's deviation (Glickman 1999, "Parameter estimation in large
 * dynamic paired comparison experiments"), for strengths of several kinds at once (a tennis player's on each surface).
 * Strength is on the natural logistic scale: a side that is `d` stronger wins a part (set, map, game) with probability 1 / (1 + e^-d). A
 * strength of 1 is 400 / ln 10 = 174 Elo points.
 */
export interface Rating {
  /** The most likely strength of each kind. */
  mean: number[];
  /** Covariance of the strengths: a symmetric matrix with one row per kind. */
  covariance: number[][];
  /** Number of matches learned from. */
  played: number;
  /** The day the rating is valid for, in days since a fixed day. */
  day: number;
}

/** Elo points (as in chess) per unit of strength. */
export const ELO_POINTS = 400 / Math.LN10;

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** The inverse of `logistic`. Probabilities closer to 0 or 1 than 1e-9 are clipped to that distance. */
export function logit(p: number): number {
  const within = Math.min(1 - LEAST, Math.max(LEAST, p));
  return Math.log(within / (1 - within));
}

const LEAST = 1e-9;

/** The rating of an unknown player or team: strengths are distributed around `mean` with this covariance. */
export function newcomer(mean: readonly number[], covariance: readonly (readonly number[])[], day: number): Rating {
  return { mean: [...mean], covariance: covariance.map((row) => [...row]), played: 0, day };
}

/**
 * Returns the rating on a later day. The mean stays, while the covariance grows by `daily` per day, for at most `daysMax` days, because
 * strengths change over time.
 */
export function aged(rating: Rating, day: number, daily: readonly (readonly number[])[], daysMax: number): Rating {
  const days = Math.min(daysMax, Math.max(0, day - rating.day));
  return {
    ...rating,
    mean: [...rating.mean],
    covariance: rating.covariance.map((row, i) => row.map((value, j) => value + days * daily[i]![j]!)),
    day: Math.max(day, rating.day),
  };
}

/** What a result says about the distance between two strengths of one kind: the likelihood near the expected value. */
export interface Evidence {
  /** Slope of the log-likelihood over the distance; positive if the home side did better than expected. */
  slope: number;
  /** Rate at which the slope falls: Fisher information, 0 or more. With 0, nothing is learned. */
  information: number;
}

/** The variance of the distance between two ratings in strengths of one kind. */
const distanceVariance = (home: Rating, away: Rating, kind: number): number =>
  home.covariance[kind]![kind]! + away.covariance[kind]![kind]!;

/**
 * Returns both ratings after a match, by one step of an extended Kalman filter. Each rating moves according to its own uncertainty, so fast
 * at first and more slowly with every match. Kinds that were not played move as far as they are correlated.
 * @param dayVariance variance of effects of that day alone, which no rating keeps.
 */
export function learned(home: Rating, away: Rating, kind: number, evidence: Evidence, dayVariance: number): [home: Rating, away: Rating] {
  const { slope, information } = evidence;
  const damping = 1 + information * (distanceVariance(home, away, kind) + dayVariance);
  return [moved(home, kind, slope / damping, information / damping), moved(away, kind, -slope / damping, information / damping)];
}

function moved(rating: Rating, kind: number, step: number, certainty: number): Rating {
  const reach = rating.covariance.map((row) => row[kind]!);
  return {
    ...rating,
    mean: rating.mean.map((value, i) => value + reach[i]! * step),
    covariance: rating.covariance.map((row, i) => row.map((value, j) => value - reach[i]! * reach[j]! * certainty)),
    played: rating.played + 1,
  };
}

/**
 * Points of a normal distribution, in deviations from its mean, and their weights by the trapezoidal rule. The mean of a logistic is
 * accurate to 0.00001.
 */
const PLACES = Array.from({ length: 17 }, (_, i) => (i - 8) / 2);
const DENSITY = PLACES.map((z) => Math.exp((-z * z) / 2));
const DENSITY_TOTAL = DENSITY.reduce((sum, weight) => sum + weight, 0);

/** A normal distribution as 17 strengths with weights that add up to 1, for sums where an integral has no closed form. */
export function spread(mean: number, variance: number): { strength: number; weight: number }[] {
  const deviation = Math.sqrt(Math.max(0, variance));
  return PLACES.map((z, i) => ({ strength: mean + z * deviation, weight: DENSITY[i]! / DENSITY_TOTAL }));
}
