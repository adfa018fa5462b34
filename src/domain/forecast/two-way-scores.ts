/** The forecast for one of two sides, and whether it won. */
export interface TwoWayForecast {
  /** 0 to 1. */
  p: number;
  won: boolean;
}

/** Quality of forecasts of matches without a draw; lower is better except for accuracy. */
export interface TwoWayScores {
  matches: number;
  /** Natural logarithm; 0.693 for constant 50% forecasts. */
  logLoss: number;
  /** Mean squared difference between one side's probability and the result; 0.25 for 50%. */
  brier: number;
  /** Mean distance between forecast and frequency over bins with equal numbers of forecasts. */
  calibrationError: number;
  /** Expected calibration error of perfect forecasts, by chance alone: about the lowest achievable. */
  calibrationNoise: number;
  /** Share of matches won by the more likely side; 50% counts half. */
  accuracy: number;
}

const LEAST = 1e-9;
const BINS = 20;

const logLossOf = ({ p, won }: TwoWayForecast): number => -Math.log(Math.max(LEAST, won ? p : 1 - p));

const squareOf = ({ p, won }: TwoWayForecast): number => (p - (won ? 1 : 0)) ** 2;
const hitOf = ({ p, won }: TwoWayForecast): number => (p === 0.5 ? 0.5 : p > 0.5 === won ? 1 : 0);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Throws a RangeError if there are no forecasts. */
export function twoWayScores(forecasts: readonly TwoWayForecast[]): TwoWayScores {
  if (forecasts.length === 0) throw new RangeError('There is no forecast to score');
  const bins = binsOf(forecasts);
  return {
    matches: forecasts.length,
    logLoss: mean(forecasts.map(logLossOf)),
    brier: mean(forecasts.map(squareOf)),
    calibrationError: mean(bins.map((bin) => Math.abs(mean(bin.map(({ p, won }) => p - (won ? 1 : 0)))))),
    calibrationNoise: mean(bins.map(noiseOf)),
    accuracy: mean(forecasts.map(hitOf)),
  };
}

/** Twenty bins of nearly equal size in ascending probability; fewer if there are fewer forecasts. */
function binsOf(forecasts: readonly TwoWayForecast[]): TwoWayForecast[][] {
  const sorted = [...forecasts].sort((a, b) => a.p - b.p);
  const count = Math.min(BINS, sorted.length);
  const edge = (bin: number) => Math.floor((bin * sorted.length) / count);
  return Array.from({ length: count }, (_, bin) => sorted.slice(edge(bin), edge(bin + 1)));
}

/** Mean absolute deviation of a normal distribution with the standard error of the bin's share of wins. */
const noiseOf = (bin: readonly TwoWayForecast[]): number =>
  Math.sqrt((2 / Math.PI) * bin.reduce((sum, { p }) => sum + p * (1 - p), 0)) / bin.length;

/** Mean log loss of `ours` minus that of `theirs` on the same matches (negative: ours are better), and its standard error. */
export function logLossDifference(ours: readonly TwoWayForecast[], theirs: readonly TwoWayForecast[]) {
  if (ours.length !== theirs.length || ours.length < 2)
    throw new RangeError('Only the same matches can be compared, and no fewer than two');
  const differences = ours.map((forecast, i) => logLossOf(forecast) - logLossOf(theirs[i]!));
  const difference = mean(differences);
  const variance = differences.reduce((sum, value) => sum + (value - difference) ** 2, 0) / (differences.length - 1);
  return { difference, standardError: Math.sqrt(variance / differences.length) };
}
