import { CHAT_RETENTION_MS } from '#domain/chat/chat.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { deleteMessagesBefore } from './messages.ts';
import { deleteMutesBefore } from './mute.ts';

/** Messages deleted per statement: small enough to block nobody for long. */
const AT_ONCE = 5_000;

/**
 * Purges messages older than 30 days, and mutes that ended that long ago (docs/rules.md#retention); returns the number of deleted messages.
 * Run daily.
 */
export async function purgeChat({ db, now }: Deps): Promise<number> {
  const before = new Date(now().getTime() - CHAT_RETENTION_MS);
  await deleteMutesBefore(db, before);
  for (let forgotten = 0; ; ) {
    const deleted = await deleteMessagesBefore(db, before, AT_ONCE);
    forgotten += deleted;
    if (deleted < AT_ONCE) return forgotten;
  }
}

/** Erases everything in chats that identifies a user, in the transaction that erases the account. */
export async function eraseChatter(db: Db, userId: string, at: Date): Promise<void> {
  await eraseMessages(db, userId, at);
  await deleteTraces(db, userId);
}

/** Erases the text and author of a user's messages; the empty messages stay because others replied to them. */
async function eraseMessages(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set(({ fn, ref, val }) => ({
      ...{ user_id: null, cid: null, text: '', mentions: [], reply_to: null },
      ...{ removed: 'deleted', removed_by: null, removed_by_member: null, removed_at: fn.coalesce(ref('removed_at'), val(at)) },
    }))
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes a user's reports, whom they ignored, who ignored them, and their mutes with appeals; and that they moderated groups. */
async function deleteTraces(db: Db, userId: string): Promise<void> {
  await db.updateTable('chat_messages').set({ removed_by_member: null }).where('removed_by_member', '=', userId).execute();
  await db.updateTable('tipping_chat_mutes').set({ muted_by: null }).where('muted_by', '=', userId).execute();
  await db.deleteFrom('tipping_chat_mutes').where('user_id', '=', userId).execute();
  await db.deleteFrom('chat_reports').where('reporter_id', '=', userId).execute();
  await db
    .deleteFrom('chat_ignored')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('ignored_id', '=', userId)]))
    .execute();
  await db.deleteFrom('chat_mutes').where('user_id', '=', userId).execute();
}
