import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import type { GeneralLimit } from '#server/platform/http/general-limit.ts';
import { calendarFeedsRoutes } from './calendar-feeds/routes.ts';
import { embedsRoutes } from './embeds/routes.ts';
import { openApiExportsRoutes } from './exports/routes.ts';
import { openApiStreamRoutes } from './stream/routes.ts';
import type { Streams } from './stream/streams.ts';
import { openApiMeRoutes } from './v1/me-routes.ts';
import { openApiDescriptionRoutes, openApiReadRoutes } from './v1/routes.ts';

/** Mounts what others build on. The description comes last: it describes what is mounted by then. */
export function openApiRoutes(app: Hono, deps: Deps, { limit, streams }: { limit: GeneralLimit; streams: Streams }): void {
  calendarFeedsRoutes(app, deps, limit);
  embedsRoutes(app, deps, limit);
  openApiReadRoutes(app, deps);
  openApiMeRoutes(app, deps);
  openApiStreamRoutes(app, deps, streams);
  openApiExportsRoutes(app, deps);
  openApiDescriptionRoutes(app);
}
