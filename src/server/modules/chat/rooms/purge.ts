import { CHAT_KEPT_MS } from '#domain/chat/chat.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { deleteMessagesBefore } from './message-queries.ts';
import { deleteMutesBefore } from './mute-queries.ts';

/** Messages deleted at once: few enough that nobody waits for it. */
const AT_ONCE = 5_000;

/** Forgets what was said 30 days ago, and mutes that ended then (docs/rules.md#retention); returns how many messages. Run it daily. */
export async function purgeChat({ db, now }: Deps): Promise<number> {
  const before = new Date(now().getTime() - CHAT_KEPT_MS);
  await deleteMutesBefore(db, before);
  for (let forgotten = 0; ; ) {
    const deleted = await deleteMessagesBefore(db, before, AT_ONCE);
    forgotten += deleted;
    if (deleted < AT_ONCE) return forgotten;
  }
}

/** Takes whatever in chats says who a user is, in the transaction that erases them. */
export async function eraseChatter(db: Db, userId: string, at: Date): Promise<void> {
  await eraseMessages(db, userId, at);
  await deleteTraces(db, userId);
}

/** Takes text and author from all that a user said; that something was said there stays, as others answered it. */
async function eraseMessages(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set(({ fn, ref, val }) => ({
      ...{ user_id: null, cid: null, text: '', mentions: [], reply_to: null },
      ...{ removed: 'deleted', removed_by: null, removed_at: fn.coalesce(ref('removed_at'), val(at)) },
    }))
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes what a user reported, whom they ignored and who ignored them, and their mutes with what they said against them. */
async function deleteTraces(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('chat_reports').where('reporter_id', '=', userId).execute();
  await db
    .deleteFrom('chat_ignored')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('ignored_id', '=', userId)]))
    .execute();
  await db.deleteFrom('chat_mutes').where('user_id', '=', userId).execute();
}
