import { inviteCode } from '#domain/invite.ts';
import { NAME_RULES_VERSION, nameFault, speaksForSite } from '#domain/misleading-name.ts';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/transact.ts';
import * as checks from './name-check-queries.ts';

const AT_ONCE = 500;
/** Of a league whose name is taken away; its owner can give it another one. */
const GROUP_NAME = 'League';
/** As the site itself gives them. */
const GENERATED = /^player_[a-z0-9]{8}$/;

/**
 * Judges the names that users and their leagues had before the rules were as they are now, once for each version of the rules. A display name
 * that misleads is taken away, so that its user is known by the handle; a handle is replaced by one as new accounts have; a league is
 * called "League". Each is logged by its id and reason. Safe to run again and in several processes.
 */
export async function checkStoredNames(deps: Deps, mayGoOn: () => boolean = () => true): Promise<void> {
  if (await checks.isFinished(deps.db, NAME_RULES_VERSION)) return;
  while (mayGoOn()) {
    if (await checkSome(deps)) return;
  }
}

/** Whether all are done. */
const checkSome = (deps: Deps): Promise<boolean> =>
  transact(deps, async (db, announce) => {
    const check = await checks.lockCheck(db, NAME_RULES_VERSION);
    if (check.finished_at !== null) return true;
    const users = await checks.findUsersAfter(db, check.users_to, AT_ONCE);
    for (const { id, display_name, public_handle, status } of users) {
      // Their names are gone, and their handle says so.
      if (status === 'deleted') continue;
      const fault = display_name === null ? null : nameFault(display_name);
      const isHandleTaken = !GENERATED.test(public_handle) && speaksForSite(public_handle);
      if (display_name !== null && fault !== null) await checks.dropDisplayName(db, id, display_name);
      if (isHandleTaken) await checks.replaceHandle(db, id, public_handle, `player_${inviteCode(deps.randomBytes(8)).toLowerCase()}`);
      if (fault === null && !isHandleTaken) continue;
      deps.log.warn(
        { userId: id, display_name: fault, public_handle: isHandleTaken ? 'reserved' : null },
        'a name that misleads was taken away',
      );
      announce(`me:${id}`, { t: 'account' });
    }
    const groups = await checks.findGroupsAfter(db, check.groups_to, AT_ONCE);
    for (const { id, name } of groups) {
      const fault = nameFault(name);
      if (fault === null) continue;
      await checks.renameGroup(db, id, name, GROUP_NAME);
      deps.log.warn({ groupId: id, name: fault }, 'a name that misleads was taken away');
    }
    const isDone = users.length < AT_ONCE && groups.length < AT_ONCE;
    const [user, group] = [users.at(-1), groups.at(-1)];
    await checks.noteCheck(db, NAME_RULES_VERSION, {
      ...(user && { users_to: user.id }),
      ...(group && { groups_to: group.id }),
      ...(isDone && { finished_at: deps.now() }),
    });
    return isDone;
  });
