/** Beyond so many standard deviations a feature says nothing more. */
const CLIP = 5;

/** How features are brought to mean 0 and deviation 1. */
export interface Scaling {
  mean: Float64Array;
  deviation: Float64Array;
}

/** Mean and deviation of each column of rows that stand one after another. A column that does not vary gets deviation 1. */
export function scalingOf(rows: Float64Array, columns: number): Scaling {
  const count = rows.length / columns;
  const mean = new Float64Array(columns);
  const deviation = new Float64Array(columns);
  for (let i = 0; i < rows.length; i++) mean[i % columns]! += rows[i]! / count;
  for (let i = 0; i < rows.length; i++) deviation[i % columns]! += (rows[i]! - mean[i % columns]!) ** 2 / count;
  for (let c = 0; c < columns; c++) deviation[c] = deviation[c]! > 1e-12 ? Math.sqrt(deviation[c]!) : 1;
  return { mean, deviation };
}

/** Scales rows in place and returns them. */
export function standardise(rows: Float64Array, { mean, deviation }: Scaling): Float64Array {
  const columns = mean.length;
  for (let i = 0; i < rows.length; i++) {
    const c = i % columns;
    rows[i] = Math.max(-CLIP, Math.min(CLIP, (rows[i]! - mean[c]!) / deviation[c]!));
  }
  return rows;
}
