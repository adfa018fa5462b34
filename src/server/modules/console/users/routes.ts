import type { Hono } from 'hono';
import * as users from '#contract/admin-users.ts';
import type { Deps } from '#server/deps.ts';
import { historyOf } from '#server/modules/account/public.ts';
import { list as betsOf } from '#server/modules/betting/public.ts';
import { mount } from '#server/platform/http/mount.ts';
import { exportUsers } from './export.ts';
import { list } from './list.ts';
import { addNote, notes } from './notes.ts';
import { referrals } from './referrals.ts';
import { endSessions, setStatus } from './status.ts';
import { bindings, getUser, requireKnown, sessions } from './user.ts';

export function usersRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, users.listUsers, (input, admin) => list(deps, admin, input));
  // Mounted before the route that takes any path segment as an id.
  mount(app, deps, users.usersFile, (input, admin, request) => exportUsers(deps, admin, request, input));
  mount(app, deps, users.getUser, ({ id }) => getUser(deps, id));
  mount(app, deps, users.userPoints, ({ id, ...input }) => historyOf(deps, id, input));
  mount(app, deps, users.userBets, async ({ id, ...input }) => {
    await requireKnown(deps.db, id);
    return betsOf(deps, id, input);
  });
  mount(app, deps, users.userBindings, ({ id }) => bindings(deps, id));
  mount(app, deps, users.userSessions, (input) => sessions(deps, input));
  mount(app, deps, users.userReferrals, ({ id }) => referrals(deps, id));
  mount(app, deps, users.userNotes, (input) => notes(deps, input));
  mount(app, deps, users.addUserNote, (input, admin, request) => addNote(deps, admin, request, input));
  mount(app, deps, users.setUserStatus, (input, admin, request) => setStatus(deps, admin, request, input));
  mount(app, deps, users.endUserSessions, (input, admin, request) => endSessions(deps, admin, request, input));
}
