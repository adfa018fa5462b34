import type { listIgnored } from '#contract/chat.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { normaliseHandle } from '#domain/handle.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import * as ignored from './ignored-queries.ts';

type Ignored = ReplyOf<typeof listIgnored>;

/** A page leaves out their messages by itself: so many names it can hold. The oldest give way. */
const IGNORED_MAX = 500;

/** Whom a user ignores in chats. */
export async function list(deps: Deps, userId: string): Promise<Ignored> {
  await requireUser(deps, userId);
  return { handles: await ignored.findIgnored(deps.db, userId) };
}

/** Has a user read somebody's messages no longer. Throws `not_found` where nobody goes by the handle, and for their own. */
export const ignore = (deps: Deps, userId: string, handle: string): Promise<Ignored> =>
  change(deps, userId, handle, async (db, ignoredId) => {
    if (ignoredId === null || ignoredId === userId) throw new AppError('not_found');
    await ignored.insertIgnored(db, { user_id: userId, ignored_id: ignoredId, created_at: deps.now() });
    await ignored.deleteOldest(db, userId, IGNORED_MAX);
  });

/** Has a user read somebody's messages again; harmless where they do. */
export const read = (deps: Deps, userId: string, handle: string): Promise<Ignored> =>
  change(deps, userId, handle, async (db, ignoredId) => {
    if (ignoredId !== null) await ignored.deleteIgnored(db, userId, ignoredId);
  });

async function change(
  deps: Deps,
  userId: string,
  handle: string,
  write: (db: Db, ignoredId: string | null) => Promise<void>,
): Promise<Ignored> {
  await requireUser(deps, userId);
  return transact(deps, async (db) => {
    await write(db, (await ignored.findByHandle(db, normaliseHandle(handle)))?.id ?? null);
    return { handles: await ignored.findIgnored(db, userId) };
  });
}
