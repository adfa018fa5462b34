/**
 * Ratings with their uncertainty, learned a match at a time: Elo's idea with Glicko's width (Glickman 1999, "Parameter estimation
 * in large dynamic paired comparison experiments"), for strengths of several kinds at once (a tennis player's on each surface).
 * A strength is on the natural logistic scale: two sides `d` apart win a part (set, map, game) in the share 1 / (1 + e^-d).
 * 1 is 400 / ln 10 = 174 points of chess.
 */
export interface Rating {
  /** The likeliest strength of each kind. */
  mean: number[];
  /** How wrong they may be, and together: a symmetrical matrix, a row a kind. */
  covariance: number[][];
  /** Matches it was learned from. */
  played: number;
  /** The day up to which it was carried, in days since any fixed day. */
  day: number;
}

/** Points of chess in one unit of strength. */
export const ELO_POINTS = 400 / Math.LN10;

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** The inverse; probabilities nearer to 0 or 1 than a billionth are taken as that near. */
export function logit(p: number): number {
  const within = Math.min(1 - LEAST, Math.max(LEAST, p));
  return Math.log(within / (1 - within));
}

const LEAST = 1e-9;

/** Somebody of whom nothing is known but that such strengths lie around `mean` with this covariance. */
export function newcomer(mean: readonly number[], covariance: readonly (readonly number[])[], day: number): Rating {
  return { mean: [...mean], covariance: covariance.map((row) => [...row]), played: 0, day };
}

/** The rating on a later day: nobody stays as they were, so that it is as likely as before and less sure, by `daily` for each day and at most for `daysMax`. */
export function aged(rating: Rating, day: number, daily: readonly (readonly number[])[], daysMax: number): Rating {
  const days = Math.min(daysMax, Math.max(0, day - rating.day));
  return {
    ...rating,
    mean: [...rating.mean],
    covariance: rating.covariance.map((row, i) => row.map((value, j) => value + days * daily[i]![j]!)),
    day: Math.max(day, rating.day),
  };
}

/** What a result says of the distance between two strengths of one kind, as a likelihood does near what was expected. */
export interface Evidence {
  /** How much the logarithm of the likelihood grows with the distance; above 0 where home did better than expected. */
  slope: number;
  /** How fast that slope falls: Fisher's information, 0 or more. Nothing is learned from 0. */
  information: number;
}

/** The variance of the distance between two ratings in strengths of one kind. */
export const distanceVariance = (home: Rating, away: Rating, kind: number): number =>
  home.covariance[kind]![kind]! + away.covariance[kind]![kind]!;

/**
 * Both ratings after a match, by one step of an extended Kalman filter: each moves by its own uncertainty, hence fast at first and
 * slower with every match, and kinds that were not played move as far as they are known to go together.
 * @param dayVariance of what happened on that day alone and stays in no rating.
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

/** Places of a normal distribution, in deviations from its mean, and their weights: the trapezoid rule, by which the mean of a logistic is right to 0.00001. */
const PLACES = Array.from({ length: 17 }, (_, i) => (i - 8) / 2);
const DENSITY = PLACES.map((z) => Math.exp((-z * z) / 2));
const DENSITY_TOTAL = DENSITY.reduce((sum, weight) => sum + weight, 0);

/** A normal distribution as 17 strengths and their weights (adding up to 1), to sum over where a formula has no integral. */
export function spread(mean: number, variance: number): { strength: number; weight: number }[] {
  const deviation = Math.sqrt(Math.max(0, variance));
  return PLACES.map((z, i) => ({ strength: mean + z * deviation, weight: DENSITY[i]! / DENSITY_TOTAL }));
}
