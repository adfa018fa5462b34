import type { Outcomes } from './outcomes.ts';

export type Outcome = keyof Outcomes;

/** A forecast and what came of it. */
export interface Scored {
  forecast: Outcomes;
  outcome: Outcome;
}

/** The least probability that a logarithm is taken of: who called something impossible that happened is punished, not infinitely. */
const LEAST = 1e-15;

/**
 * Ranked probability score of three ordered outcomes (Epstein 1969; for football Constantinou and Fenton 2012): 0 is perfect, 1 the
 * worst. Half the sum of squared differences of the cumulated probabilities.
 */
export function rankedProbabilityScore({ forecast, outcome }: Scored): number {
  const first = forecast.home - (outcome === 'home' ? 1 : 0);
  const second = forecast.home + forecast.draw - (outcome === 'away' ? 0 : 1);
  return (first * first + second * second) / 2;
}

/** Minus the natural logarithm of what was given to that which happened. */
export const logLoss = ({ forecast, outcome }: Scored): number => -Math.log(Math.max(LEAST, forecast[outcome]));

/** Brier's score in its first form: the sum of the squared errors of the three probabilities, 0 to 2. */
export const brierScore = ({ forecast, outcome }: Scored): number =>
  OUTCOMES.reduce((sum, name) => sum + (forecast[name] - (name === outcome ? 1 : 0)) ** 2, 0);

export const OUTCOMES = ['home', 'draw', 'away'] as const satisfies readonly Outcome[];

export const outcomeOf = (home: number, away: number): Outcome => (home > away ? 'home' : home === away ? 'draw' : 'away');

export interface Mean {
  mean: number;
  /** Of the mean, from the spread of what it is the mean of; 0 for fewer than two. */
  standardError: number;
  count: number;
}

/** Mean and its standard error; NaN as the mean of nothing. */
export function meanOf(values: readonly number[]): Mean {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count), count };
}

/** A bin of forecasts of about one probability, and how often that happened which they spoke of. */
export interface ReliabilityBin {
  forecast: number;
  frequency: number;
  count: number;
}

/** How forecasts are gathered: as many in each bin, or probabilities that are as far apart. */
export type Binning = 'count' | 'width';

/** One outcome's forecasts in at most `bins` bins, from the least likely to the likeliest; empty bins are left out. */
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
 * Mean distance of forecast and frequency over 20 bins and three outcomes (the expected calibration error): bins count by how many
 * forecasts they hold. A perfect forecaster does not reach 0 but the noise of so many matches.
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
