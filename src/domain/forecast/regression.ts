/** Features are clipped at this many standard deviations. */
const CLIP = 5;

/** Scales features to mean 0 and standard deviation 1. */
export interface Scaling {
  mean: Float64Array;
  deviation: Float64Array;
}

/** Penalties on the squares of weights: of features, and, where it differs, of the last so many of them. */
export interface Ridge {
  all: number;
  last?: { features: number; ridge: number };
}

const RIDGE_OF_INTERCEPT = 1;

/** The penalty of a column; column 0 is the intercept. */
export function penaltyOf({ all, last }: Ridge, column: number, columns: number): number {
  if (column === 0) return RIDGE_OF_INTERCEPT;
  return last !== undefined && column >= columns - last.features ? last.ridge : all;
}

/** Consecutive rows of features, each with a leading 1 and scaled alike. */
export interface Design {
  rows: Float64Array;
  /** Numbers per row, including the leading 1. */
  columns: number;
  scaling: Scaling;
}

/** Requires at least one row, and all rows of equal length. */
export function designOf(features: readonly (readonly number[])[]): Design {
  const width = features[0]!.length;
  const columns = width + 1;
  const scaling = scalingOf(features, width);
  const rows = new Float64Array(features.length * columns);
  features.forEach((row, i) => {
    fillRow(rows, i * columns, row, scaling);
  });
  return { rows, columns, scaling };
}

/** Scales one more row like the previous ones. */
export function designRow(features: readonly number[], scaling: Scaling): Float64Array {
  const row = new Float64Array(features.length + 1);
  fillRow(row, 0, features, scaling);
  return row;
}

/** Mean and standard deviation of each column. A constant column gets deviation 1. */
function scalingOf(features: readonly (readonly number[])[], columns: number): Scaling {
  const count = features.length;
  const mean = new Float64Array(columns);
  const deviation = new Float64Array(columns);
  for (const row of features) for (let c = 0; c < columns; c++) mean[c]! += row[c]! / count;
  for (const row of features) for (let c = 0; c < columns; c++) deviation[c]! += (row[c]! - mean[c]!) ** 2 / count;
  for (let c = 0; c < columns; c++) deviation[c] = deviation[c]! > 1e-12 ? Math.sqrt(deviation[c]!) : 1;
  return { mean, deviation };
}

/** Writes a 1 and the scaled features to `rows` from an index on. */
function fillRow(rows: Float64Array, at: number, features: readonly number[], { mean, deviation }: Scaling): void {
  rows[at] = 1;
  for (let c = 0; c < features.length; c++) rows[at + 1 + c] = Math.max(-CLIP, Math.min(CLIP, (features[c]! - mean[c]!) / deviation[c]!));
}

/** Adds weight * row row' to the lower half of a square matrix, where `row` begins at `from` in `rows`. */
export function addOuter(matrix: Float64Array, rows: Float64Array, from: number, size: number, weight: number): void {
  for (let i = 0; i < size; i++) {
    const scaled = weight * rows[from + i]!;
    if (scaled === 0) continue;
    const at = i * size;
    for (let j = 0; j <= i; j++) matrix[at + j]! += scaled * rows[from + j]!;
  }
}

export function dot(rows: Float64Array, from: number, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += rows[from + i]! * weights[i]!;
  return sum;
}

/**
 * Solves matrix x = vector for a symmetric positive definite matrix given by its lower half (Cholesky); overwrites both and
 * returns the vector, now x. Throws a RangeError if the matrix is not positive definite.
 */
export function solvePositive(matrix: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length;
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!;
      if (i === j && !(sum > 0)) throw new RangeError('The matrix is not positive definite');
      matrix[i * n + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * n + j]!;
    }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) vector[i]! -= matrix[i * n + k]! * vector[k]!;
    vector[i]! /= matrix[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) vector[i]! -= matrix[k * n + i]! * vector[k]!;
    vector[i]! /= matrix[i * n + i]!;
  }
  return vector;
}
