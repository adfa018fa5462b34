import type { Hono } from 'hono';
import { deleteAccount, exportData, keepAccount } from '#contract/account-closure.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as deletion from './deletion.ts';
import * as exports from './export.ts';

export function accountClosureRoutes(app: Hono, deps: Deps): void {
  const limit = exports.exportLimit(deps);
  mount(app, deps, exportData, (_, user, request) => exports.exportData(deps, limit, user, request));
  mount(app, deps, deleteAccount, (_, user, request) => deletion.deleteAccount(deps, user, request));
  mount(app, deps, keepAccount, (_, user) => deletion.cancelErasure(deps, user));
}
