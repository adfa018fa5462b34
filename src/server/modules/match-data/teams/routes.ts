import type { Hono } from 'hono';
import { getTeam } from '#contract/teams.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/platform/http/cached.ts';
import * as teams from './service.ts';

export function teamsRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, getTeam, (input) => teams.one(deps, input));
}
