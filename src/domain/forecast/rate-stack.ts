import { addOuter, designOf, designRow, dot, penaltyOf, type Ridge, type Scaling, solvePositive } from './regression.ts';

/** One side of a match as known before it, in logarithms of rates. */
export interface RateRow {
  features: readonly number[];
  /** ln of this side's expected goals by the leading base. */
  offset: number;
}

export interface PastRateRow extends RateRow {
  /** Goals, or an estimate of how many there were chances for; not negative. */
  goals: number;
  weight: number;
}

export interface RateStack {
  scaling: Scaling;
  weights: Float64Array;
}

/** Number of Newton steps, enough from zero and from last year's weights, which are close: each step doubles the correct digits. */
const STEPS = 5;
const STEPS_FROM_NEAR = 2;

/** Poisson regression of a side's goals with a ridge penalty on the weights of standardised features, by Newton's method. */
export function fitRateStack(past: readonly PastRateRow[], ridge: Ridge, from?: RateStack): RateStack {
  const { rows, columns, scaling } = designOf(past.map(({ features }) => features));
  const isNear = from?.weights.length === columns;
  const weights = isNear ? from.weights.slice() : new Float64Array(columns);
  for (let step = 0; step < (isNear ? STEPS_FROM_NEAR : STEPS); step++) newtonStep(weights, rows, columns, past, ridge);
  return { scaling, weights };
}

/** ln of this side's expected goals. */
export function stackedRate({ scaling, weights }: RateStack, { features, offset }: RateRow): number {
  return offset + dot(designRow(features, scaling), 0, weights);
}

function newtonStep(weights: Float64Array, rows: Float64Array, columns: number, past: readonly PastRateRow[], ridge: Ridge): void {
  const curvature = new Float64Array(columns ** 2);
  const slope = new Float64Array(columns);
  past.forEach(({ offset, goals, weight }, i) => {
    const at = i * columns;
    const rate = Math.exp(offset + dot(rows, at, weights));
    for (let c = 0; c < columns; c++) slope[c]! += weight * (goals - rate) * rows[at + c]!;
    addOuter(curvature, rows, at, columns, weight * rate);
  });
  for (let c = 0; c < columns; c++) {
    const penalty = penaltyOf(ridge, c, columns);
    slope[c]! -= penalty * weights[c]!;
    curvature[c * columns + c]! += penalty;
  }
  const step = solvePositive(curvature, slope);
  for (let c = 0; c < columns; c++) weights[c]! += step[c]!;
}
