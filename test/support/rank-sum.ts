/**
 * Returns the two-sided p-value of the rank-sum test of Mann and Whitney ("On a Test of Whether one of Two Random Variables is
 * Stochastically Larger than the Other", 1947): the probability that two samples of one distribution differ in rank at least as much as
 * these. Uses the normal approximation with corrections for continuity and ties (Lehmann, "Nonparametrics", 1975, section 1.4), which is
 * good from about ten values each. Returns 1 if all values are equal.
 */
export function rankSumP(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))].sort(
    (a, b) => a.value - b.value,
  );
  const count = all.length;
  let ranksOfOne = 0;
  let ties = 0;
  for (let from = 0; from < count; ) {
    let to = from;
    while (to < count && all[to]!.value === all[from]!.value) to++;
    // Equal values share the mean of their ranks.
    ranksOfOne += all.slice(from, to).filter(({ isOne }) => isOne).length * ((from + 1 + to) / 2);
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  const u = ranksOfOne - (one.length * (one.length + 1)) / 2;
  const mean = (one.length * other.length) / 2;
  const variance = ((one.length * other.length) / 12) * (count + 1 - ties / (count * (count - 1)));
  if (variance === 0) return 1;
  const z = Math.max(0, Math.abs(u - mean) - 0.5) / Math.sqrt(variance);
  return Math.min(1, 2 * normalTail(z));
}

/**
 * Returns the probability of more than `z` (at least 0) in the standard normal distribution: by the series of the integral from 0
 * (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.11), and for large `z` by its continued fraction (26.2.14).
 */
function normalTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z > 5) {
    let fraction = z;
    for (let k = 60; k >= 1; k--) fraction = z + k / fraction;
    return density / fraction;
  }
  let term = z;
  let sum = z;
  for (let k = 1; term > 1e-17; k++) {
    term *= (z * z) / (2 * k + 1);
    sum += term;
  }
  return 0.5 - density * sum;
}
