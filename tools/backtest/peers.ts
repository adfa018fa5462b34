import { createDixonColes } from '#domain/forecast/dixon-coles.ts';
import { OUTCOMES, type Outcome, outcomeOf } from '#domain/forecast/evaluate.ts';
import { marketOutcomes, overProbability, withoutMargin } from '#domain/forecast/market.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { LOW_SCORES, poissonOutcomes, type ScoreMatrix, scoreMatrix } from '#domain/forecast/score-matrix.ts';
import type { Forecaster } from '#domain/forecast/walk-forward.ts';
import type { PricedMatch, PriceSet } from './read-matches.ts';

/** A forecast by any forecaster: at least the outcomes. */
export interface Said {
  outcomes: Outcomes;
  scores: ScoreMatrix | null;
  /** Probability of more than 2.5 goals, if it does not follow from the scores. */
  over25: number | null;
}

/** Forecasts the frequency of each outcome in the division so far, starting from Europe's overall home advantage. */
export function createFrequencies(): Forecaster<PricedMatch, Said> {
  const counts = new Map<string, Record<Outcome, number>>();
  const countsOf = (division: string) => counts.get(division) ?? { home: 44, draw: 27, away: 29 };
  return {
    forecast({ division }) {
      const of = countsOf(division);
      const total = OUTCOMES.reduce((sum, outcome) => sum + of[outcome], 0);
      return { outcomes: { home: of.home / total, draw: of.draw / total, away: of.away / total }, scores: null, over25: null };
    },
    learn(matches) {
      for (const { division, goals } of matches) {
        const of = { ...countsOf(division) };
        of[outcomeOf(...goals)]++;
        counts.set(division, of);
      }
    },
  };
}

export function createDixonColesPeer(): Forecaster<PricedMatch, Said> {
  const model = createDixonColes();
  return {
    forecast(match) {
      const { home, away } = model.expect(match);
      const rates = [Math.exp(home), Math.exp(away)] as const;
      return { outcomes: poissonOutcomes(...rates), scores: scoreMatrix(...rates, LOW_SCORES), over25: null };
    },
    learn: (matches) => model.learn(matches),
  };
}

/** Returns a bookmaker's implied probabilities: inverse prices divided by their sum. */
export function saidByPrices({ prices, totals }: PricedMatch, set: PriceSet): Said | null {
  const outcomes = prices[set] === undefined ? null : withoutMargin(prices[set], 'proportional');
  const over25 = totals[set] === undefined ? null : overProbability(totals[set]);
  return outcomes === null ? null : { outcomes, scores: null, over25 };
}

/** Weight of each bookmaker, set by hand and not fitted; equal weights are nearly as good. */
const POOL: readonly { name: 'PS' | 'B365' | 'Avg' | 'Max'; weight: number }[] = [
  { name: 'PS', weight: 0.5 },
  { name: 'B365', weight: 0.2 },
  { name: 'Avg', weight: 0.15 },
  { name: 'Max', weight: 0.15 },
];

/** Returns the pooled probabilities of all bookmakers, before the match or at its start; null if there are no prices. */
export function pooledMarket({ prices, totals }: PricedMatch, isClosing: boolean): { outcomes: Outcomes; over25: number | null } | null {
  const setOf = (name: (typeof POOL)[number]['name']): PriceSet => (isClosing ? `${name}C` : name);
  const outcomes = marketOutcomes(
    POOL.flatMap(({ name, weight }) => {
      const quoted = prices[setOf(name)];
      return quoted === undefined ? [] : [{ prices: quoted, weight }];
    }),
  );
  if (outcomes === null) return null;
  const overs = POOL.flatMap(({ name }) => {
    const quoted = totals[setOf(name)];
    const over = quoted === undefined ? null : overProbability(quoted);
    return over === null ? [] : [over];
  });
  return { outcomes, over25: overs.length === 0 ? null : overs.reduce((sum, over) => sum + over, 0) / overs.length };
}
