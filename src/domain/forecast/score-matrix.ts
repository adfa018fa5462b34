import { normalisedOutcomes, type Outcomes } from './outcomes.ts';

/** Places for the goals of a side: 0 to 10, and one for 11 and more. */
export const SCORE_PLACES = 12;
const TAIL = SCORE_PLACES - 1;

/** How likely each score is, row after row: `matrix[home * SCORE_PLACES + away]`. Nothing negative; adds up to 1. */
export type ScoreMatrix = Float64Array;

/** Goals that a side is expected to score: below this a team would never score again, above it nobody ever has. */
const RATE_MIN = 0.02;
const RATE_MAX = 10;
/** A rate as it is reckoned with: 0.02 to 10. */
const possibleRate = (rate: number): number => Math.min(RATE_MAX, Math.max(RATE_MIN, rate));

/** Probabilities of 0 to 10 goals, and of more, for a Poisson rate (clipped to 0.02 to 10). */
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

/** Goals of one side that are reckoned with before they are put together as 11 and more. */
const COUNTED_PLACES = 30;
const MEAN_STEPS = 6;
const counted = new Float64Array(COUNTED_PLACES);
/** 1 to 30, each to the power of the dispersion that was asked for last: it is nearly always the same. */
const powers = { dispersion: Number.NaN, of: new Float64Array(COUNTED_PLACES) };

/**
 * The same for goals that vary less than Poisson's, around the same mean: Conway and Maxwell's distribution, whose terms are
 * rate^k / (k!)^dispersion; 1 is Poisson, more is less spread.
 */
export function steadyGoalProbabilities(rate: number, dispersion: number): Float64Array {
  if (powers.dispersion !== dispersion) {
    powers.dispersion = dispersion;
    for (let k = 0; k < COUNTED_PLACES; k++) powers.of[k] = (k + 1) ** dispersion;
  }
  const mean = possibleRate(rate);
  let lnRate = dispersion * Math.log(mean);
  // Newton's steps to the parameter that has the mean: the mean's slope in its logarithm is the variance.
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
 * Scores of two sides whose goals are Poisson, or steadier, with Dixon and Coles' correction of the four lowest scores (1997,
 * "Modelling association football scores"): a negative one makes 0-0 and 1-1 likelier. It is clipped to what leaves nothing negative.
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

/** Home, draw and away as the matrix has them. 11+ against 11+ counts as a draw: it is less likely than any rounding. */
export function outcomesOf(matrix: ScoreMatrix): Outcomes {
  const sums = { home: 0, draw: 0, away: 0 };
  for (let h = 0; h < SCORE_PLACES; h++)
    for (let a = 0; a < SCORE_PLACES; a++) sums[h > a ? 'home' : h === a ? 'draw' : 'away'] += matrix[h * SCORE_PLACES + a]!;
  return normalisedOutcomes(sums);
}

/** The same scores with the three outcomes as told: each of the blocks home, draw and away is scaled as a whole, so that every panel agrees. */
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

/** What becomes of a stake on more or fewer goals than a line; they add up to 1. `push` is what is given back. */
export interface OverUnder {
  over: number;
  push: number;
  under: number;
}

/** Over and under at any line of whole, half or quarter goals from 0 to 20; a quarter line is half a stake on each of its neighbours. */
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

/** Both sides score, 0 to 1. */
export function bothScore(matrix: ScoreMatrix): number {
  let sum = 0;
  for (let h = 1; h < SCORE_PLACES; h++) for (let a = 1; a < SCORE_PLACES; a++) sum += matrix[h * SCORE_PLACES + a]!;
  return sum;
}

/** The mean of each side's goals; 11 stands for 11 and more. */
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

/** The likeliest exact scores, the likeliest first; of equals that with fewer goals. Scores of 11 and more are none. */
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

/** Rows and columns that are shown: 0 to 5, and 6 and more. */
export const SHOWN_PLACES = 7;

/** The matrix as it is shown: 7 rows (home) of 7 (away), whose last ones are "6+". */
export function shownMatrix(matrix: ScoreMatrix): number[][] {
  const shown = Array.from({ length: SHOWN_PLACES }, () => new Array<number>(SHOWN_PLACES).fill(0));
  for (let h = 0; h < SCORE_PLACES; h++)
    for (let a = 0; a < SCORE_PLACES; a++)
      shown[Math.min(h, SHOWN_PLACES - 1)]![Math.min(a, SHOWN_PLACES - 1)]! += matrix[h * SCORE_PLACES + a]!;
  return shown;
}

/** Dixon and Coles' correction of low scores, as found on the seasons to 2017-18 of 22 divisions. */
export const LOW_SCORES = -0.06;

const homeGoals = new Float64Array(SCORE_PLACES);
const awayGoals = new Float64Array(SCORE_PLACES);

/**
 * What `outcomesOf(scoreMatrix(...))` says, without making the matrix: ratings ask for this a million times. `lowScores` must be small
 * enough to leave nothing negative, -0.1 to 0.
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
  // The correction adds to each outcome what it takes from another: h0 a0 is e^-(sum of rates).
  const scoreless = homeGoals[0]! * awayGoals[0]!;
  const moved = -lowScores * scoreless * possibleRate(homeRate) * possibleRate(awayRate);
  const total = home + draw + away;
  return { home: (home - moved) / total, draw: (draw + 2 * moved) / total, away: (away - moved) / total };
}
