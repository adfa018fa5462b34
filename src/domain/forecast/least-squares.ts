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
 * Solves matrix x = vector for a symmetric positive definite matrix of which the lower half is told (Cholesky); overwrites both and
 * returns the vector, now x. Throws a RangeError where the matrix is not positive definite.
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
