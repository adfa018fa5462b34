import type { Hono } from 'hono';
import { getAlive, getHealth, getReady } from '#contract/meta.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { metricsRoutes } from './metrics.ts';
import { health, ready } from './service.ts';

export function healthRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getHealth, () => health(deps));
  mount(app, deps, getReady, () => ready(deps));
  metricsRoutes(app, deps);
}

/** Mounted before anything with dependencies: a process must not be killed because Redis or the database is unreachable. */
export const aliveRoutes = (app: Hono, deps: Deps): void => mount(app, deps, getAlive, () => ({ alive: true as const }));
