import type { listIgnored } from '#contract/chat.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { normaliseHandle } from '#domain/identity/handle.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';

type Ignored = ReplyOf<typeof listIgnored>;

/** Maximum number of ignored users, because the browser filters messages by this list. The oldest entries are dropped. */
const IGNORED_MAX = 500;

/** Returns the handles of the users that a user ignores in chats. */
export async function list(deps: Deps, userId: string): Promise<Ignored> {
  await requireUser(deps, userId);
  return { handles: await findIgnored(deps.db, userId) };
}

/** Ignores another user's messages. Throws `not_found` if no user has the handle, and for the user's own. */
export const ignore = (deps: Deps, userId: string, handle: string): Promise<Ignored> =>
  change(deps, userId, handle, async (db, ignoredId) => {
    if (ignoredId === null || ignoredId === userId) throw new AppError('not_found');
    await insertIgnored(db, { user_id: userId, ignored_id: ignoredId, created_at: deps.now() });
    await deleteOldest(db, userId, IGNORED_MAX);
  });

/** Stops ignoring a user; no effect if they are not ignored. */
export const read = (deps: Deps, userId: string, handle: string): Promise<Ignored> =>
  change(deps, userId, handle, async (db, ignoredId) => {
    if (ignoredId !== null) await deleteIgnored(db, userId, ignoredId);
  });

async function change(
  deps: Deps,
  userId: string,
  handle: string,
  write: (db: Db, ignoredId: string | null) => Promise<void>,
): Promise<Ignored> {
  await requireUser(deps, userId);
  return transact(deps, async (db) => {
    await write(db, (await findByHandle(db, normaliseHandle(handle)))?.id ?? null);
    return { handles: await findIgnored(db, userId) };
  });
}

/** Returns the handles of ignored users, latest first. */
async function findIgnored(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_ignored as i')
    .innerJoin('users as u', 'u.id', 'i.ignored_id')
    .select('u.public_handle')
    .where('i.user_id', '=', userId)
    .orderBy('i.created_at', 'desc')
    .orderBy('u.public_handle')
    .execute();
  return rows.map(({ public_handle }) => public_handle);
}

/** Returns the user with a handle; undefined if there is none. */
const findByHandle = (db: Db, handle: string) =>
  db.selectFrom('users').select('id').where('public_handle', '=', handle).where('status', '<>', 'deleted').executeTakeFirst();

/** Ignores a user. Idempotent. */
async function insertIgnored(db: Db, row: { user_id: string; ignored_id: string; created_at: Date }): Promise<void> {
  await db
    .insertInto('chat_ignored')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'ignored_id']).doNothing())
    .execute();
}

/** Deletes all but the latest `kept` entries. */
async function deleteOldest(db: Db, userId: string, kept: number): Promise<void> {
  const mine = db.selectFrom('chat_ignored').select('ignored_id').where('user_id', '=', userId);
  const tooOld = mine.orderBy('created_at', 'desc').orderBy('ignored_id', 'desc').offset(kept);
  await db.deleteFrom('chat_ignored').where('user_id', '=', userId).where('ignored_id', 'in', tooOld).execute();
}

async function deleteIgnored(db: Db, userId: string, ignoredId: string): Promise<void> {
  await db.deleteFrom('chat_ignored').where('user_id', '=', userId).where('ignored_id', '=', ignoredId).execute();
}
