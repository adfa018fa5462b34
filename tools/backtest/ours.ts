import { type CombinedForecast, createCombinedModel } from '#domain/forecast/combined-model.ts';
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

/** Football forecasts without prices, or with the closing prices of past matches. */
const modelOf = (use: PriceUse) => createFootballModel({ usesPrices: use !== 'none', placeOf, formatOf });

export function createOurs(use: PriceUse): Forecaster<PricedMatch, Said> {
  if (use === 'pre' || use === 'closing') {
    const combined = createWithMarket(use);
    return { ...combined, forecast: (match) => saidOf(combined.forecast(match)) };
  }
  const model = modelOf(use);
  return { ...model, forecast: (match) => saidOf(model.forecast(match)) };
}

/** The model with past prices, and its combination with the prices of each match: one walk makes both forecasts. */
export function createWithMarket(use: 'pre' | 'closing'): Forecaster<PricedMatch, CombinedForecast> {
  const combined = createCombinedModel(modelOf(use));
  const marketOf = (match: PricedMatch) => pooledMarket(match, use === 'closing');
  return {
    startSeason: combined.startSeason,
    train: combined.train,
    forecast: (match) => combined.forecast(match, marketOf(match)),
    learn: (matches) => combined.learn(matches.map((match) => ({ match, market: marketOf(match) }))),
  };
}

const saidOf = (forecast: Parameters<typeof matrixOf>[0]): Said => ({
  outcomes: forecast.outcomes,
  scores: matrixOf(forecast),
  over25: null,
});
