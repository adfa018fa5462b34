import type { listIgnored } from '#contract/chat.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { normaliseHandle } from '#domain/identity/handle.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';

type Ignored = ReplyOf<typeof listIgnored>;

/** A page leaves out their messages by itself: so many names it can hold. The oldest give way. */
const IGNORED_MAX = 500;

/** Whom a user ignores in chats. */
export async function list(deps: Deps, userId: string): Promise<Ignored> {
  await requireUser(deps, userId);
  return { handles: await findIgnored(deps.db, userId) };
}

/** Has a user read somebody's messages no longer. Throws `not_found` where nobody goes by the handle, and for their own. */
export const ignore = (deps: Deps, userId: string, handle: string): Promise<Ignored> =>
  change(deps, userId, handle, async (db, ignoredId) => {
    if (ignoredId === null || ignoredId === userId) throw new AppError('not_found');
    await insertIgnored(db, { user_id: userId, ignored_id: ignoredId, created_at: deps.now() });
    await deleteOldest(db, userId, IGNORED_MAX);
  });

/** Has a user read somebody's messages again; harmless where they do. */
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

/** Whom a user ignores, the last one first. */
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

/** The user who goes by a handle; undefined where nobody does. */
const findByHandle = (db: Db, handle: string) =>
  db.selectFrom('users').select('id').where('public_handle', '=', handle).where('status', '<>', 'deleted').executeTakeFirst();

/** Ignores somebody. Once is as good as twice. */
async function insertIgnored(db: Db, row: { user_id: string; ignored_id: string; created_at: Date }): Promise<void> {
  await db
    .insertInto('chat_ignored')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'ignored_id']).doNothing())
    .execute();
}

/** Keeps the latest `kept`. */
async function deleteOldest(db: Db, userId: string, kept: number): Promise<void> {
  const mine = db.selectFrom('chat_ignored').select('ignored_id').where('user_id', '=', userId);
  const tooOld = mine.orderBy('created_at', 'desc').orderBy('ignored_id', 'desc').offset(kept);
  await db.deleteFrom('chat_ignored').where('user_id', '=', userId).where('ignored_id', 'in', tooOld).execute();
}

async function deleteIgnored(db: Db, userId: string, ignoredId: string): Promise<void> {
  await db.deleteFrom('chat_ignored').where('user_id', '=', userId).where('ignored_id', '=', ignoredId).execute();
}
