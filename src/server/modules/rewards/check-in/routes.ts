import type { Hono } from 'hono';
import { checkIn } from '#contract/account.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import { checkIn as collect } from './check-in.ts';

export function checkInRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, checkIn, (_, user, request) => collect(deps, user, request));
}
