import type { Hono } from 'hono';
import { changeAdminRole, changeAdminStatus, endAdminSessions, inviteAdmin, listAdmins, resetAdmin } from '#contract/admins.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as admins from './service.ts';

export function adminsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listAdmins, (input) => admins.list(deps, input));
  mount(app, deps, inviteAdmin, (input, caller, request) => admins.invite(deps, caller, input, request));
  mount(app, deps, changeAdminRole, (input, caller, request) => admins.changeRole(deps, caller, input, request));
  mount(app, deps, changeAdminStatus, (input, caller, request) => admins.changeStatus(deps, caller, input, request));
  mount(app, deps, endAdminSessions, (input, caller, request) => admins.signOut(deps, caller, input, request));
  mount(app, deps, resetAdmin, (input, caller, request) => admins.reset(deps, caller, input, request));
}
