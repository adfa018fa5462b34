import { expect, it } from 'vitest';
import { rankSumP } from './support/rank-sum.ts';

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);

// Expected values from SciPy 1.17: mannwhitneyu(one, other, method="asymptotic", use_continuity=True).pvalue.
it.each([
  [[19, 22, 16, 29, 24], [20, 11, 17, 12], 0.11134688653314041],
  [[0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46], [1.15, 0.88, 0.9, 0.74, 1.21], 0.24462360512698333],
  // With ties.
  [[1, 2, 2, 3, 5, 5], [2, 3, 4, 5, 6, 7, 7], 0.11105494577590766],
  [upTo(100), upTo(100, 30), 4.676768383107447e-10],
  [[1, 2, 3], [1, 2, 3], 1],
  [[1, 1], [1, 1, 1], 1],
])('the p-value of %j and %j equals SciPy’s', (one, other, p) => {
  expect(rankSumP(one, other) / p).toBeCloseTo(1, 9);
  expect(rankSumP(other, one)).toBeCloseTo(rankSumP(one, other), 12);
});
