import { SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import {
  createOutlookRenewal,
  createRenewal,
  type Forecaster,
  freezeForecasts,
  scoreForecasts,
  weighCrowds,
} from '#server/modules/forecasting/public.ts';
import type { Job } from '#server/platform/jobs/runner.ts';

/** Freezes the forecasts of matches that begin, keeps those of coming ones and what the crowd says up to date, scores those of finished ones, and plays seasons to their end. */
export const forecastJobs = (deps: Deps, forecaster: Forecaster): Job[] => [
  { name: 'forecasts to freeze', everyMs: SECOND_MS, run: freezeForecasts },
  { name: 'forecasts', everyMs: 2 * SECOND_MS, run: createRenewal(deps, forecaster) },
  // After the one before: what seasons are played with must have been learned.
  { name: 'season outlooks', everyMs: 10 * SECOND_MS, run: createOutlookRenewal(deps, forecaster) },
  { name: 'crowds', everyMs: 10 * SECOND_MS, run: weighCrowds },
  { name: 'forecasts to score', everyMs: 10 * SECOND_MS, run: async (deps) => void (await scoreForecasts(deps)) },
];
