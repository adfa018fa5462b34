import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';

export function careRoutes(_app: Hono, _deps: Deps): void {}
