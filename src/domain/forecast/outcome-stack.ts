import { type OutcomeLogits, type Outcomes, outcomesOfLogits } from './outcomes.ts';
import { addOuter, designOf, designRow, dot, penaltyOf, type Ridge, type Scaling, solvePositive } from './regression.ts';

/** What is known about a match before it is played; for past matches also what happened. */
export interface OutcomeRow {
  features: readonly number[];
  /** The forecast to correct. */
  offset: OutcomeLogits;
}

export interface PastOutcomeRow extends OutcomeRow {
  /** What the match taught: 1 for its outcome, or probabilities that add up to 1. */
  target: Outcomes;
  /** Weight of the match: 1 for now, less for older ones. */
  weight: number;
}

/** A correction of the offset that is linear in the features. */
export interface OutcomeStack {
  scaling: Scaling;
  /** An intercept, then one weight per feature. */
  strength: Float64Array;
  level: Float64Array;
}

/** Number of Newton steps, enough from zero and from last year's weights, which are close: each step doubles the correct digits. */
const STEPS = 4;
const STEPS_FROM_NEAR = 2;

/**
 * Multinomial logistic regression with a ridge penalty, by Newton's method. The likelihood is concave, so a few steps from any start reach
 * its maximum. `ridge` penalises the squares of weights of standardised features; `from` shortens the way.
 */
export function fitOutcomeStack(past: readonly PastOutcomeRow[], ridge: Ridge, from?: OutcomeStack): OutcomeStack {
  const { rows, columns, scaling } = designOf(past.map(({ features }) => features));
  const weights = new Float64Array(2 * columns);
  const isNear = from?.strength.length === columns;
  if (isNear) {
    weights.set(from.strength);
    weights.set(from.level, columns);
  }
  for (let step = 0; step < (isNear ? STEPS_FROM_NEAR : STEPS); step++) newtonStep(weights, rows, columns, past, ridge);
  return { scaling, strength: weights.slice(0, columns), level: weights.slice(columns) };
}

/** Returns the corrected offset as outcomes. */
export function stackedOutcomes({ scaling, strength, level }: OutcomeStack, { features, offset }: OutcomeRow): Outcomes {
  const row = designRow(features, scaling);
  return outcomesOfLogits({ strength: offset.strength + dot(row, 0, strength), level: offset.level + dot(row, 0, level) });
}

/** One joint step of both corrections; their curvature is one matrix of four blocks. */
function newtonStep(weights: Float64Array, rows: Float64Array, columns: number, past: readonly PastOutcomeRow[], ridge: Ridge): void {
  const [strength, level] = [weights.subarray(0, columns), weights.subarray(columns)];
  const blocks = { strength: new Float64Array(columns ** 2), both: new Float64Array(columns ** 2), level: new Float64Array(columns ** 2) };
  const slope = new Float64Array(2 * columns);
  past.forEach(({ offset, target, weight }, i) => {
    const at = i * columns;
    const p = outcomesOfLogits({ strength: offset.strength + dot(rows, at, strength), level: offset.level + dot(rows, at, level) });
    const lead = p.home - p.away;
    const strengthSlope = (weight * (target.home - target.away - lead)) / 2;
    const levelSlope = weight * (target.draw - p.draw);
    for (let c = 0; c < columns; c++) {
      slope[c]! += strengthSlope * rows[at + c]!;
      slope[columns + c]! += levelSlope * rows[at + c]!;
    }
    addOuter(blocks.strength, rows, at, columns, (weight * (p.home + p.away - lead * lead)) / 4);
    addOuter(blocks.both, rows, at, columns, (-weight * lead * p.draw) / 2);
    addOuter(blocks.level, rows, at, columns, weight * p.draw * (1 - p.draw));
  });
  const curvature = joined(blocks, columns);
  for (let c = 0; c < 2 * columns; c++) {
    const penalty = penaltyOf(ridge, c % columns, columns);
    slope[c]! -= penalty * weights[c]!;
    curvature[c * 2 * columns + c]! += penalty;
  }
  const step = solvePositive(curvature, slope);
  for (let c = 0; c < 2 * columns; c++) weights[c]! += step[c]!;
}

/** The lower half of the full matrix; the block of both is symmetric. */
function joined(blocks: { strength: Float64Array; both: Float64Array; level: Float64Array }, columns: number): Float64Array {
  const whole = new Float64Array(4 * columns ** 2);
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < columns; j++) {
      const lower = Math.max(i, j) * columns + Math.min(i, j);
      whole[i * 2 * columns + j] = blocks.strength[lower]!;
      whole[(columns + i) * 2 * columns + j] = blocks.both[lower]!;
      whole[(columns + i) * 2 * columns + columns + j] = blocks.level[lower]!;
    }
  return whole;
}
