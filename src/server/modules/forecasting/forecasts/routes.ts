import type { Hono } from 'hono';
import { getProjection, getScoreProbability } from '#contract/forecasts.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/platform/http/cached.ts';
import { mount } from '#server/platform/http/mount.ts';
import { projection } from './projection.ts';
import { scoreProbability } from './score-probability.ts';
import { trackRecordRoutes } from './track-record-routes.ts';

export function forecastsRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, getScoreProbability, (input) => scoreProbability(deps, input));
  mount(app, deps, getProjection, (input) => projection(deps, input));
  trackRecordRoutes(app, deps);
}
