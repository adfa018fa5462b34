import type { Outcomes } from './outcomes.ts';

export type Outcome = keyof Outcomes;

/** A forecast and the actual outcome. */
export interface Scored {
  forecast: Outcomes;
  outcome: Outcome;
}

/** Lower bound of probabilities in logarithms, so that a forecast of 0 for what happened costs much, but not infinitely much. */
const LEAST = 1e-15;

/**
 * Ranked probability score of three ordered outcomes (Epstein 1969; for football Constantinou and Fenton 2012): 0 is perfect, 1 the worst.
 * Half the sum of squared differences of the cumulative probabilities.
 */
export function rankedProbabilityScore({ forecast, outcome }: Scored): number {
  const first = forecast.home - (outcome === 'home' ? 1 : 0);
  const second = forecast.home + forecast.draw - (outcome === 'away' ? 0 : 1);
  return (first * first + second * second) / 2;
}

/** Minus the natural logarithm of the probability of what happened. */
export const logLoss = ({ forecast, outcome }: Scored): number => -Math.log(Math.max(LEAST, forecast[outcome]));

/** Brier score in its original form: the sum of the squared errors of the three probabilities, 0 to 2. */
export const brierScore = ({ forecast, outcome }: Scored): number =>
  OUTCOMES.reduce((sum, name) => sum + (forecast[name] - (name === outcome ? 1 : 0)) ** 2, 0);

export const OUTCOMES = ['home', 'draw', 'away'] as const satisfies readonly Outcome[];

export const outcomeOf = (home: number, away: number): Outcome => (home > away ? 'home' : home === away ? 'draw' : 'away');

export interface Mean {
  mean: number;
  /** Standard error of the mean, from the spread of the values; 0 for fewer than two. */
  standardError: number;
  count: number;
}

/** Mean and its standard error; the mean is NaN if there are no values. */
export function meanOf(values: readonly number[]): Mean {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count), count };
}

/** A bin of forecasts with similar probabilities, and the frequency of the outcome they forecast. */
export interface ReliabilityBin {
  forecast: number;
  frequency: number;
  count: number;
}

/** How forecasts are binned: equal counts or equal widths. */
export type Binning = 'count' | 'width';

/** Forecasts of one outcome in at most `bins` bins, in ascending probability; empty bins are left out. */
export function reliability(scored: readonly Scored[], outcome: Outcome, binning: Binning = 'count', bins = 20): ReliabilityBin[] {
  const told = scored.map((one) => ({ p: one.forecast[outcome], hit: one.outcome === outcome ? 1 : 0 })).sort((a, b) => a.p - b.p);
  const sums = Array.from({ length: bins }, () => ({ forecast: 0, frequency: 0, count: 0 }));
  told.forEach(({ p, hit }, i) => {
    const bin = sums[Math.min(bins - 1, Math.floor(binning === 'count' ? (i * bins) / told.length : p * bins))]!;
    bin.forecast += p;
    bin.frequency += hit;
    bin.count++;
  });
  return sums
    .filter(({ count }) => count > 0)
    .map(({ forecast, frequency, count }) => ({ forecast: forecast / count, frequency: frequency / count, count }));
}

/**
 * Expected calibration error: the mean distance between forecast and frequency over 20 bins and three outcomes, with bins weighted by their
 * number of forecasts. A perfect forecaster scores the noise of that many matches rather than 0.
 */
export function calibrationError(scored: readonly Scored[], binning: Binning = 'count', bins = 20): number {
  const distances = OUTCOMES.map((outcome) =>
    reliability(scored, outcome, binning, bins).reduce(
      (sum, { forecast, frequency, count }) => sum + (Math.abs(forecast - frequency) * count) / scored.length,
      0,
    ),
  );
  return meanOf(distances).mean;
}
