import { createCombinedModel } from '#domain/forecast/combined-model.ts';
import { createFootballModel, matrixOf } from '#domain/forecast/football-model.ts';
import type { Forecaster } from '#domain/forecast/walk-forward.ts';
import { formatOf } from './league-formats.ts';
import { pooledMarket, type Said } from './peers.ts';
import { type PricedMatch, placeOf } from './read-matches.ts';

/**
 * The prices our forecast may use: none, the closing prices of past matches, those of the match itself one to three days before, or its
 * closing prices.
 */
export const PRICE_USES = ['none', 'past', 'pre', 'closing'] as const;
export type PriceUse = (typeof PRICE_USES)[number];

export function createOurs(use: PriceUse): Forecaster<PricedMatch, Said> {
  const model = createFootballModel({ usesPrices: use !== 'none', placeOf, formatOf });
  if (use === 'none' || use === 'past')
    return {
      ...model,
      forecast(match) {
        const forecast = model.forecast(match);
        return { outcomes: forecast.outcomes, scores: matrixOf(forecast), over25: null };
      },
    };
  const combined = createCombinedModel(model);
  const marketOf = (match: PricedMatch) => pooledMarket(match, use === 'closing');
  return {
    startSeason: combined.startSeason,
    train: combined.train,
    forecast(match) {
      const forecast = combined.forecast(match, marketOf(match));
      return { outcomes: forecast.outcomes, scores: matrixOf(forecast), over25: null };
    },
    learn: (matches) => combined.learn(matches.map((match) => ({ match, market: marketOf(match) }))),
  };
}
