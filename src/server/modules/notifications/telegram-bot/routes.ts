import type { Hono } from 'hono';
import { createBindToken, unbindTelegram } from '#contract/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as telegram from './service.ts';

export function telegramRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, createBindToken, (_, user) => telegram.createBindToken(deps, user));
  mount(app, deps, unbindTelegram, (_, user, request) => telegram.unbindTelegram(deps, user, request));
}
