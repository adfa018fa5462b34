import type { Hono } from 'hono';
import { getScoreProbability } from '#contract/forecasts.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/http/cached.ts';
import { scoreProbability } from './score-probability.ts';
import { trackRecordRoutes } from './track-record-routes.ts';

export function forecastsRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, getScoreProbability, (input) => scoreProbability(deps, input));
  trackRecordRoutes(app, deps);
}
