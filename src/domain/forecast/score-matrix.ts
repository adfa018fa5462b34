import { normalisedOutcomes, type Outcomes } from './outcomes.ts';

/** Places for the goals of a side: 0 to 10, and one for 11 and more. */
export const SCORE_PLACES = 12;
const TAIL = SCORE_PLACES - 1;

/** Probability of each score, by rows: `matrix[home * SCORE_PLACES + away]`. No value is negative; they add up to 1. */
export type ScoreMatrix = Float64Array;

/** Bounds of a side's expected goals: below, a team would never score again; above is higher than ever observed. */
const RATE_MIN = 0.02;
const RATE_MAX = 10;
/** Clamps a rate to 0.02 to 10. */
const possibleRate = (rate: number): number => Math.min(RATE_MAX, Math.max(RATE_MIN, rate));

/** Probabilities of 0 to 10 goals and of 11 or more for a Poisson rate (clipped to 0.02 to 10). */
export function goalProbabilities(rate: number, into = new Float64Array(SCORE_PLACES)): Float64Array {
  const expected = possibleRate(rate);
  let term = Math.exp(-expected);
  let rest = 1;
  for (let goals = 0; goals < TAIL; goals++) {
    into[goals] = term;
    rest -= term;
    term *= expected / (goals + 1);
  }
  into[TAIL] = Math.max(0, rest);
  return into;
}

/** Number of goals computed for one side before they are merged into 11 and more. */
const COUNTED_PLACES = 30;
const MEAN_STEPS = 6;
const counted = new Float64Array(COUNTED_PLACES);
/** 1 to 30, each to the power of the last dispersion; it rarely changes. */
const powers = { dispersion: Number.NaN, of: new Float64Array(COUNTED_PLACES) };

/**
 * Like `goalProbabilities`, for goals with the same mean but less variance than Poisson: the Conway-Maxwell distribution, whose terms are
 * rate^k / (k!)^dispersion. A dispersion of 1 is Poisson, more is narrower.
 */
export function steadyGoalProbabilities(rate: number, dispersion: number): Float64Array {
  if (powers.dispersion !== dispersion) {
    powers.dispersion = dispersion;
    for (let k = 0; k < COUNTED_PLACES; k++) powers.of[k] = (k + 1) ** dispersion;
  }
  const mean = possibleRate(rate);
  let lnRate = dispersion * Math.log(mean);
  // Newton steps towards the parameter with this mean: the slope of the mean in the parameter's logarithm is the variance.
  for (let step = 0; step < MEAN_STEPS; step++) {
    const now = countTerms(Math.exp(lnRate));
    lnRate += Math.max(-1, Math.min(1, (mean - now.mean) / now.variance));
  }
  const { total } = countTerms(Math.exp(lnRate));
  const goals = new Float64Array(SCORE_PLACES);
  for (let k = 0; k < COUNTED_PLACES; k++) goals[Math.min(k, TAIL)]! += counted[k]! / total;
  return goals;
}

function countTerms(rate: number): { total: number; mean: number; variance: number } {
  let [term, total, first, second] = [1, 0, 0, 0];
  for (let k = 0; k < COUNTED_PLACES; k++) {
    counted[k] = term;
    total += term;
    first += k * term;
    second += k * k * term;
    term *= rate / powers.of[k]!;
  }
  const mean = first / total;
  return { total, mean, variance: Math.max(1e-9, second / total - mean * mean) };
}

/**
 * Scores of two sides with Poisson or narrower goals and Dixon and Coles' correction of the four lowest scores (1997, "Modelling
 * association football scores"). A negative correction makes 0-0 and 1-1 more likely. It is clipped so that no probability is negative.
 */
export function scoreMatrix(homeRate: number, awayRate: number, lowScores = 0, dispersion = 1): ScoreMatrix {
  const goals = (rate: number) => (dispersion === 1 ? goalProbabilities(rate) : steadyGoalProbabilities(rate, dispersion));
  const home = goals(homeRate);
  const away = goals(awayRate);
  const matrix = new Float64Array(SCORE_PLACES * SCORE_PLACES);
  for (let h = 0; h < SCORE_PLACES; h++) for (let a = 0; a < SCORE_PLACES; a++) matrix[h * SCORE_PLACES + a] = home[h]! * away[a]!;
  correctLowScores(matrix, possibleRate(homeRate), possibleRate(awayRate), lowScores);
  return normalise(matrix);
}

function correctLowScores(matrix: ScoreMatrix, homeRate: number, awayRate: number, rho: number): void {
  const least = Math.max(-1 / homeRate, -1 / awayRate, -1);
  const clipped = Math.min(Math.min(1 / (homeRate * awayRate), 1), Math.max(least, rho));
  matrix[0]! *= 1 - homeRate * awayRate * clipped;
  matrix[1]! *= 1 + homeRate * clipped;
  matrix[SCORE_PLACES]! *= 1 + awayRate * clipped;
  matrix[SCORE_PLACES + 1]! *= 1 - clipped;
}

function normalise(matrix: ScoreMatrix): ScoreMatrix {
  let total = 0;
  for (const p of matrix) total += p;
  for (let i = 0; i < matrix.length; i++) matrix[i]! /= total;
  return matrix;
}

/** Home, draw and away in the matrix. 11+ against 11+ counts as a draw: it is less likely than any rounding error. */
export function outcomesOf(matrix: ScoreMatrix): Outcomes {
  const sums = { home: 0, draw: 0, away: 0 };
  for (let h = 0; h < SCORE_PLACES; h++)
    for (let a = 0; a < SCORE_PLACES; a++) sums[h > a ? 'home' : h === a ? 'draw' : 'away'] += matrix[h * SCORE_PLACES + a]!;
  return normalisedOutcomes(sums);
}

/** Scales the matrix to the given outcomes: each of the blocks home, draw and away is scaled as a whole, so that every panel agrees. */
export function rescaledTo(matrix: ScoreMatrix, outcomes: Outcomes): ScoreMatrix {
  const now = outcomesOf(matrix);
  const rescaled = new Float64Array(matrix.length);
  for (let h = 0; h < SCORE_PLACES; h++)
    for (let a = 0; a < SCORE_PLACES; a++) {
      const block = h > a ? 'home' : h === a ? 'draw' : 'away';
      rescaled[h * SCORE_PLACES + a] = (matrix[h * SCORE_PLACES + a]! * outcomes[block]) / Math.max(now[block], Number.MIN_VALUE);
    }
  return normalise(rescaled);
}

/** Results of a stake on more or fewer goals than a line; they add up to 1. `push` is the share returned. */
export interface OverUnder {
  over: number;
  push: number;
  under: number;
}

/** Over and under for a line in whole, half or quarter goals from 0 to 20; a quarter line puts half the stake on each neighbouring line. */
export function overUnder(matrix: ScoreMatrix, line: number): OverUnder {
  if (!(line >= 0 && line <= 20 && Number.isInteger(line * 4))) throw new RangeError(`There is no line of ${line} goals`);
  if (Number.isInteger(line * 2)) return atLine(matrix, line);
  const [low, high] = [atLine(matrix, line - 0.25), atLine(matrix, line + 0.25)];
  return { over: (low.over + high.over) / 2, push: (low.push + high.push) / 2, under: (low.under + high.under) / 2 };
}

function atLine(matrix: ScoreMatrix, line: number): OverUnder {
  const sums = { over: 0, push: 0, under: 0 };
  for (let h = 0; h < SCORE_PLACES; h++)
    for (let a = 0; a < SCORE_PLACES; a++) sums[h + a > line ? 'over' : h + a === line ? 'push' : 'under'] += matrix[h * SCORE_PLACES + a]!;
  return sums;
}

/** Probability that both sides score, 0 to 1. */
export function bothScore(matrix: ScoreMatrix): number {
  let sum = 0;
  for (let h = 1; h < SCORE_PLACES; h++) for (let a = 1; a < SCORE_PLACES; a++) sum += matrix[h * SCORE_PLACES + a]!;
  return sum;
}

/** Mean goals of each side; 11 stands for 11 and more. */
export function expectedGoals(matrix: ScoreMatrix): { home: number; away: number } {
  const mean = { home: 0, away: 0 };
  for (let h = 0; h < SCORE_PLACES; h++)
    for (let a = 0; a < SCORE_PLACES; a++) {
      const p = matrix[h * SCORE_PLACES + a]!;
      mean.home += h * p;
      mean.away += a * p;
    }
  return mean;
}

export interface ScoreProbability {
  home: number;
  away: number;
  probability: number;
}

/** The most likely exact scores in descending order; among equals, fewer goals first. Scores of 11 and more are excluded. */
export function topScores(matrix: ScoreMatrix, count: number): ScoreProbability[] {
  const best: ScoreProbability[] = [];
  for (let h = 0; h < TAIL; h++)
    for (let a = 0; a < TAIL; a++) {
      const probability = matrix[h * SCORE_PLACES + a]!;
      if (best.length === count && !(probability > best[count - 1]!.probability)) continue;
      best.push({ home: h, away: a, probability });
      best.sort((x, y) => y.probability - x.probability || x.home + x.away - (y.home + y.away));
      best.length = Math.min(best.length, count);
    }
  return best;
}

/** Rows and columns shown: 0 to 5, and 6 and more. */
const SHOWN_PLACES = 7;

/** The matrix for display: 7 rows (home) by 7 columns (away), the last of each being "6+". */
export function shownMatrix(matrix: ScoreMatrix): number[][] {
  const shown = Array.from({ length: SHOWN_PLACES }, () => new Array<number>(SHOWN_PLACES).fill(0));
  for (let h = 0; h < SCORE_PLACES; h++)
    for (let a = 0; a < SCORE_PLACES; a++)
      shown[Math.min(h, SHOWN_PLACES - 1)]![Math.min(a, SHOWN_PLACES - 1)]! += matrix[h * SCORE_PLACES + a]!;
  return shown;
}

/** Dixon and Coles' low-score correction, fitted on the seasons up to 2017-18 of 22 divisions. */
export const LOW_SCORES = -0.06;

const homeGoals = new Float64Array(SCORE_PLACES);
const awayGoals = new Float64Array(SCORE_PLACES);

/**
 * Equals `outcomesOf(scoreMatrix(...))` without creating the matrix, because ratings call it a million times. `lowScores` must be small
 * enough to leave no probability negative, -0.1 to 0.
 */
export function poissonOutcomes(homeRate: number, awayRate: number, lowScores = LOW_SCORES): Outcomes {
  goalProbabilities(homeRate, homeGoals);
  goalProbabilities(awayRate, awayGoals);
  let [home, draw, away, homeFewer, awayFewer] = [0, 0, 0, 0, 0];
  for (let goals = 0; goals < SCORE_PLACES; goals++) {
    const [h, a] = [homeGoals[goals]!, awayGoals[goals]!];
    draw += h * a;
    home += h * awayFewer;
    away += a * homeFewer;
    homeFewer += h;
    awayFewer += a;
  }
  // The correction moves probability between outcomes: h0 a0 is e^-(sum of rates).
  const scoreless = homeGoals[0]! * awayGoals[0]!;
  const moved = -lowScores * scoreless * possibleRate(homeRate) * possibleRate(awayRate);
  const total = home + draw + away;
  return { home: (home - moved) / total, draw: (draw + 2 * moved) / total, away: (away - moved) / total };
}
