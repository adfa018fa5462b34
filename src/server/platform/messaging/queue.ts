import type { Deps } from '#server/deps.ts';
import { seal } from '#server/platform/crypto/seal.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Message } from './message.ts';

/** Queues a message in the caller's transaction: it goes out if, and only if, what it tells of is committed. */
export async function queueMessage(
  deps: Pick<Deps, 'now' | 'randomBytes' | 'serverKeys'>,
  db: Db,
  { key, userId, channel, to, locale, content }: Message,
): Promise<void> {
  const at = deps.now();
  await db
    .insertInto('messages')
    .values({
      id: newId(deps),
      key,
      user_id: userId,
      channel,
      locale,
      kind: content.kind,
      // To nobody as to somebody: that there is nobody is found when it is handed over, where no one is waiting for an answer.
      sealed: seal(deps, JSON.stringify({ to, content })),
      next_try_at: at,
      created_at: at,
    })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
}
