import { powerProbabilities } from '#domain/matches/odds.ts';
import { logitsOf, normalisedOutcomes, type Outcomes, pooledOutcomes } from './outcomes.ts';
import type { Pair } from './played-match.ts';
import { LOW_SCORES, poissonOutcomes } from './score-matrix.ts';

/** One bookmaker's decimal prices for the three outcomes, such as 2.45. */
export interface OutcomePrices {
  home: number;
  draw: number;
  away: number;
}

/**
 * How a bookmaker's margin is removed. `proportional` divides by the sum; `shin` (Shin 1993) assumes that some bettors have inside
 * knowledge; `power` raises every inverse price to a common exponent. The latter two take more off long shots, where bookmakers put more of
 * their margin.
 */
export type MarginMethod = 'proportional' | 'shin' | 'power';

/** Returns the probabilities implied by prices; null if a price is not a number above 1. */
export function withoutMargin({ home, draw, away }: OutcomePrices, method: MarginMethod = 'power'): Outcomes | null {
  const inverse = [1 / home, 1 / draw, 1 / away];
  if (!inverse.every((p) => p > 0 && p < 1)) return null;
  const [h, d, a] = METHODS[method](inverse);
  return normalisedOutcomes({ home: h!, draw: d!, away: a! });
}

const METHODS: Readonly<Record<MarginMethod, (inverse: readonly number[]) => readonly number[]>> = {
  proportional: (inverse) => inverse,
  power: powerProbabilities,
  shin: shinProbabilities,
};

const HALVINGS = 50;

/** Bisects over the share of informed bettors; prices without a margin use the proportional method. */
function shinProbabilities(inverse: readonly number[]): readonly number[] {
  const total = inverse.reduce((sum, p) => sum + p, 0);
  if (total <= 1) return inverse;
  const at = (share: number) =>
    inverse.map((p) => (Math.sqrt(share ** 2 + (4 * (1 - share) * p ** 2) / total) - share) / (2 * (1 - share)));
  let [low, high] = [0, 0.9];
  for (let i = 0; i < HALVINGS; i++) {
    const share = (low + high) / 2;
    if (at(share).reduce((sum, p) => sum + p, 0) > 1) low = share;
    else high = share;
  }
  return at(low);
}

/** A bookmaker's prices and their weight. */
export interface Opinion {
  prices: OutcomePrices;
  weight: number;
}

/** Weighted geometric mean of all bookmakers with valid prices; null if there are none. */
export function marketOutcomes(opinions: readonly Opinion[]): Outcomes | null {
  const fair = opinions.flatMap(({ prices, weight }) => {
    const outcomes = withoutMargin(prices);
    return outcomes === null ? [] : [{ outcomes, weight }];
  });
  if (fair.length === 0) return null;
  return pooledOutcomes(
    fair.map(({ outcomes }) => outcomes),
    fair.map(({ weight }) => weight),
  );
}

/** Prices for more and fewer goals than a line. */
export interface TotalPrices {
  over: number;
  under: number;
}

/** Probability of more goals, with the margin removed; null for invalid prices. */
export function overProbability({ over, under }: TotalPrices): number | null {
  const inverse = [1 / over, 1 / under];
  return inverse.every((p) => p > 0 && p < 1) ? powerProbabilities(inverse)[0]! : null;
}

const RATE_MIN = 0.05;
const RATE_MAX = 8;

/**
 * The goals a market expects of each side: the rates whose Poisson scores (with the low-score correction) give its outcomes and, if
 * `over25` is known, its probability of more than 2.5 goals (0 to 1). Each rate is 0.05 to 8.
 */
export function ratesOfMarket(outcomes: Outcomes, over25: number | null = null): Pair {
  const total = over25 === null ? null : totalOfOver(over25);
  const wanted = logitsOf(outcomes);
  // In logarithms of the total and of the ratio, the two logits are almost linear, each in one of the two.
  let lnTotal = Math.log(total ?? 2.6);
  let lnRatio = wanted.strength / 1.3;
  for (let i = 0; i < NEWTON_STEPS; i++) {
    const now = logitsAt(lnTotal, lnRatio);
    const byRatio = (logitsAt(lnTotal, lnRatio + STEP).strength - now.strength) / STEP;
    lnRatio = clip(lnRatio - (now.strength - wanted.strength) / byRatio, -4, 4);
    if (total !== null) continue;
    const next = logitsAt(lnTotal, lnRatio);
    const byTotal = (logitsAt(lnTotal + STEP, lnRatio).level - next.level) / STEP;
    lnTotal = clip(lnTotal - (next.level - wanted.level) / byTotal, Math.log(0.4), Math.log(10));
  }
  const { home, away } = ratesAt(lnTotal, lnRatio);
  return [clip(home, RATE_MIN, RATE_MAX), clip(away, RATE_MIN, RATE_MAX)];
}

const NEWTON_STEPS = 12;
const STEP = 1e-4;
const clip = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

function ratesAt(lnTotal: number, lnRatio: number): { home: number; away: number } {
  const home = Math.exp(lnTotal) / (1 + Math.exp(-lnRatio));
  return { home, away: Math.exp(lnTotal) - home };
}

function logitsAt(lnTotal: number, lnRatio: number) {
  const { home, away } = ratesAt(lnTotal, lnRatio);
  return logitsOf(poissonOutcomes(home, away, LOW_SCORES));
}

/** The Poisson rate at which more than 2.5 goals have this probability. The low-score correction moves nothing across that line. */
function totalOfOver(over25: number): number {
  let [low, high] = [0.1, 12];
  for (let i = 0; i < HALVINGS; i++) {
    const rate = (low + high) / 2;
    if (1 - Math.exp(-rate) * (1 + rate + rate ** 2 / 2) < over25) low = rate;
    else high = rate;
  }
  return low;
}
