import type { Deps } from '#server/deps.ts';
import { createRenewal, type Forecaster, freezeForecasts, scoreForecasts } from '#server/features/forecasts/service.ts';
import type { Job } from './jobs.ts';

const SECOND = 1_000;

/** Freezes the forecasts of matches that begin, keeps those of coming ones up to date with what the models learn, and scores those of finished ones. */
export const forecastJobs = (deps: Deps, forecaster: Forecaster): Job[] => [
  { name: 'forecasts to freeze', everyMs: SECOND, run: freezeForecasts },
  { name: 'forecasts', everyMs: 2 * SECOND, run: createRenewal(deps, forecaster) },
  { name: 'forecasts to score', everyMs: 10 * SECOND, run: async (deps) => void (await scoreForecasts(deps)) },
];
