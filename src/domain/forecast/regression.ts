/** Features are clipped at this many standard deviations. */
const CLIP = 5;

/** Scales features to mean 0 and standard deviation 1. */
export interface Scaling {
  mean: Float64Array;
  deviation: Float64Array;
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
  const rows = new Float64Array(features.length * width);
  features.forEach((row, i) => {
    rows.set(row, i * width);
  });
  const scaling = scalingOf(rows, width);
  return { rows: withOnes(standardise(rows, scaling), width), columns: width + 1, scaling };
}

/** Scales one more row like the previous ones. */
export const designRow = (features: readonly number[], scaling: Scaling): Float64Array =>
  withOnes(standardise(Float64Array.from(features), scaling), features.length);

/** Mean and standard deviation of each column of consecutive rows. A constant column gets deviation 1. */
function scalingOf(rows: Float64Array, columns: number): Scaling {
  const count = rows.length / columns;
  const mean = new Float64Array(columns);
  const deviation = new Float64Array(columns);
  for (let i = 0; i < rows.length; i++) mean[i % columns]! += rows[i]! / count;
  for (let i = 0; i < rows.length; i++) deviation[i % columns]! += (rows[i]! - mean[i % columns]!) ** 2 / count;
  for (let c = 0; c < columns; c++) deviation[c] = deviation[c]! > 1e-12 ? Math.sqrt(deviation[c]!) : 1;
  return { mean, deviation };
}

/** Scales rows in place and returns them. */
function standardise(rows: Float64Array, { mean, deviation }: Scaling): Float64Array {
  const columns = mean.length;
  for (let i = 0; i < rows.length; i++) {
    const c = i % columns;
    rows[i] = Math.max(-CLIP, Math.min(CLIP, (rows[i]! - mean[c]!) / deviation[c]!));
  }
  return rows;
}

function withOnes(rows: Float64Array, width: number): Float64Array {
  const count = rows.length / width;
  const filled = new Float64Array(count * (width + 1)).fill(1);
  for (let i = 0; i < count; i++) filled.set(rows.subarray(i * width, (i + 1) * width), i * (width + 1) + 1);
  return filled;
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
