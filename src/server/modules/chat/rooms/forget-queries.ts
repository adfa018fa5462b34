import type { Db } from '#server/platform/db/pool.ts';

/** Takes text and author from all that a user said; that something was said there stays, as others answered it. */
export async function eraseMessages(db: Db, userId: string, at: Date): Promise<void> {
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
export async function deleteTraces(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('chat_reports').where('reporter_id', '=', userId).execute();
  await db
    .deleteFrom('chat_ignored')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('ignored_id', '=', userId)]))
    .execute();
  await db.deleteFrom('chat_mutes').where('user_id', '=', userId).execute();
}
