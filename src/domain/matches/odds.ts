import type { Pick } from './sport.ts';

/** Prices are decimal odds in whole hundredths: 2.45 is 245. Fixed odds are offered from 1.01 to 50.00 (docs/rules.md#house-prices). */
export const PRICE_MIN = 101;
export const PRICE_MAX = 5_000;

/**
 * Returns the probabilities behind one bookmaker's prices, adding up to 1; null if no margin can be removed (a price at or below 1.00, or
 * prices that pay more than they take). Power method: raises every inverse price to the one exponent that makes them add up to 1. This
 * takes more off long shots than dividing by the sum, as bookmakers put more margin on them.
 */
export function impliedProbabilities(prices: readonly number[]): number[] | null {
  const inverse = prices.map((price) => 100 / price);
  if (prices.length < 2 || inverse.some((p) => !(p > 0 && p < 1))) return null;
  return sum(inverse) < 1 ? null : powerProbabilities(inverse);
}

/**
 * Raises inverse prices (each between 0 and 1, at least two) to the one exponent that makes them add up to 1. Also works if they add up to
 * less, as the best prices of many bookmakers do.
 */
export function powerProbabilities(inverse: readonly number[]): number[] {
  // The sum falls ever more slowly as the exponent grows: from the left of the root Newton's steps converge without passing it.
  let exponent = sum(inverse) > 1 ? 1 : 0;
  for (let i = 0; i < NEWTON_STEPS_MAX; i++) {
    const excess = sum(inverse.map((p) => p ** exponent)) - 1;
    if (Math.abs(excess) < NEGLIGIBLE) break;
    exponent -= excess / sum(inverse.map((p) => p ** exponent * Math.log(p)));
  }
  return normalised(inverse.map((p) => p ** exponent));
}
/** Prices of 1.01 for everything need about ten steps. */
const NEWTON_STEPS_MAX = 100;
const NEGLIGIBLE = 1e-12;

/**
 * Returns the consensus of bookmakers: the mean of each outcome's probability over those with valid prices, each list in the same order of
 * outcomes. Null if none has.
 */
export function consensus(pricesByBookmaker: readonly (readonly number[])[]): number[] | null {
  const opinions = pricesByBookmaker.map(impliedProbabilities).filter((opinion) => opinion !== null);
  const first = opinions[0];
  if (first === undefined) return null;
  return normalised(first.map((_, outcome) => sum(opinions.map((opinion) => opinion[outcome] ?? 0)) / opinions.length));
}

/** Returns prices for probabilities (adding up to 1) with the house's margin, rounded down to 0.01, between 1.01 and 50.00. */
export function withMargin(probabilities: readonly number[], marginPercent: number): number[] {
  const taken = 1 + marginPercent / 100;
  return probabilities.map((p) => Math.min(PRICE_MAX, Math.max(PRICE_MIN, Math.floor(100 / (p * taken)))));
}

/** Returns a pool's indicative odds: pool / staked on the pick, rounded down to 0.01; null without stakes on it. */
export function poolOdds(staked: Readonly<Record<Pick, number>>): Record<Pick, number | null> {
  const pool = staked.home + staked.draw + staked.away;
  const odds = (stake: number) => (stake === 0 ? null : Math.floor((100 * pool) / stake));
  return { home: odds(staked.home), draw: odds(staked.draw), away: odds(staked.away) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

function normalised(weights: readonly number[]): number[] {
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}
