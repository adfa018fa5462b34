import type { ReliabilityBin as Bin } from '#domain/forecast/evaluate.ts';

/** Standard errors from the mean within which 19 of 20 means of nothing but luck lie. */
export const LUCK_WIDTH = 1.96;

/** How far apart forecast and frequency are on average, 0 to 1; each bin counts by its forecasts. 0 for none. */
export function meanDistance(bins: readonly Bin[]): number {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  return count === 0 ? 0 : bins.reduce((sum, bin) => sum + Math.abs(bin.forecast - bin.frequency) * bin.count, 0) / count;
}

/** Between which frequencies (0 to 1) so many forecasts of that probability end 19 times in 20, where they are right. */
export function luckRange({ forecast, count }: Bin): { from: number; to: number } {
  const width = LUCK_WIDTH * Math.sqrt((forecast * (1 - forecast)) / count);
  return { from: Math.max(0, forecast - width), to: Math.min(1, forecast + width) };
}
