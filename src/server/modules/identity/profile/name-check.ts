import type { Transaction } from 'kysely';
import { NAME_RULES_VERSION, nameFault, speaksForSite } from '#domain/identity/misleading-name.ts';
import { inviteCode } from '#domain/ledger/invite.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/transact.ts';

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
  if (await isFinished(deps.db, NAME_RULES_VERSION)) return;
  while (mayGoOn()) {
    if (await checkSome(deps)) return;
  }
}

/** Whether all are done. */
const checkSome = (deps: Deps): Promise<boolean> =>
  transact(deps, async (db, announce) => {
    const check = await lockCheck(db, NAME_RULES_VERSION);
    if (check.finished_at !== null) return true;
    const users = await findUsersAfter(db, check.users_to, AT_ONCE);
    for (const { id, display_name, public_handle, status } of users) {
      // Their names are gone, and their handle says so.
      if (status === 'deleted') continue;
      const fault = display_name === null ? null : nameFault(display_name);
      const isHandleTaken = !GENERATED.test(public_handle) && speaksForSite(public_handle);
      if (display_name !== null && fault !== null) await dropDisplayName(db, id, display_name);
      if (isHandleTaken) await replaceHandle(db, id, public_handle, `player_${inviteCode(deps.randomBytes(8)).toLowerCase()}`);
      if (fault === null && !isHandleTaken) continue;
      deps.log.warn(
        { userId: id, display_name: fault, public_handle: isHandleTaken ? 'reserved' : null },
        'a name that misleads was taken away',
      );
      announce(`me:${id}`, { t: 'account' });
    }
    const groups = await findGroupsAfter(db, check.groups_to, AT_ONCE);
    for (const { id, name } of groups) {
      const fault = nameFault(name);
      if (fault === null) continue;
      await renameGroup(db, id, name, GROUP_NAME);
      deps.log.warn({ groupId: id, name: fault }, 'a name that misleads was taken away');
    }
    const isDone = users.length < AT_ONCE && groups.length < AT_ONCE;
    const [user, group] = [users.at(-1), groups.at(-1)];
    await noteCheck(db, NAME_RULES_VERSION, {
      ...(user && { users_to: user.id }),
      ...(group && { groups_to: group.id }),
      ...(isDone && { finished_at: deps.now() }),
    });
    return isDone;
  });

type Column = 'users_to' | 'groups_to';

/** How far the rules of this version have come, locked: two processes do not judge the same. */
async function lockCheck(db: Transaction<DB>, rules: number) {
  await db
    .insertInto('name_checks')
    .values({ rules })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('name_checks').selectAll().where('rules', '=', rules).forUpdate().executeTakeFirstOrThrow();
}

const isFinished = async (db: Db, rules: number): Promise<boolean> =>
  (await db.selectFrom('name_checks').select('rules').where('rules', '=', rules).where('finished_at', 'is not', null).execute()).length > 0;

async function noteCheck(db: Transaction<DB>, rules: number, done: { [name in Column]?: string } & { finished_at?: Date }): Promise<void> {
  await db.updateTable('name_checks').set(done).where('rules', '=', rules).execute();
}

/** Users with an id above this one, by id. */
const findUsersAfter = (db: Transaction<DB>, after: string | null, limit: number) =>
  db
    .selectFrom('users')
    .select(['id', 'display_name', 'public_handle', 'status'])
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Leagues among friends with an id above this one, by id. */
const findGroupsAfter = (db: Transaction<DB>, after: string | null, limit: number) =>
  db
    .selectFrom('forecast_groups')
    .select(['id', 'name'])
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Takes a display name away, unless its user has changed it meanwhile. */
const dropDisplayName = (db: Transaction<DB>, id: string, name: string) =>
  db.updateTable('users').set({ display_name: null }).where('id', '=', id).where('display_name', '=', name).execute();

/** Gives a user another handle, unless they have changed it meanwhile. */
const replaceHandle = (db: Transaction<DB>, id: string, before: string, public_handle: string) =>
  db.updateTable('users').set({ public_handle }).where('id', '=', id).where('public_handle', '=', before).execute();

const renameGroup = (db: Transaction<DB>, id: string, before: string, name: string) =>
  db.updateTable('forecast_groups').set({ name }).where('id', '=', id).where('name', '=', before).execute();
