import type { Hono } from 'hono';
import { getHealth } from '#contract/meta.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/http/mount.ts';
import { metricsRoutes } from './metrics.ts';
import { health } from './service.ts';

export function healthRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getHealth, () => health(deps));
  metricsRoutes(app, deps);
}
