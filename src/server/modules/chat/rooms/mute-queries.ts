import type { Db } from '#server/platform/db/pool.ts';

/** Returns a user's active mute (the one that lasts longest) with its appeal; undefined if there is none. */
export const findMute = (db: Db, userId: string, at: Date) =>
  db
    .selectFrom('chat_mutes as m')
    .leftJoin('chat_appeals as a', 'a.mute_id', 'm.id')
    .select(['m.id', 'm.until', 'm.reason', 'm.created_at'])
    .select(['a.text as appeal_text', 'a.state as appeal_state', 'a.answer as appeal_answer', 'a.created_at as appealed_at'])
    .where('m.user_id', '=', userId)
    .where('m.lifted_at', 'is', null)
    .where(({ or, eb }) => or([eb('m.until', 'is', null), eb('m.until', '>', at)]))
    .orderBy('m.until', (order) => order.desc().nullsFirst())
    .orderBy('m.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
export type MuteRow = NonNullable<Awaited<ReturnType<typeof findMute>>>;

/** Inserts an appeal against a mute; returns false if the mute already has one. */
export async function insertAppeal(db: Db, appeal: { id: string; mute_id: string; text: string; created_at: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('chat_appeals')
    .values(appeal)
    .onConflict((conflict) => conflict.column('mute_id').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes mutes that ended before `before`, with their appeals; returns how many. Permanent mutes stay. */
export async function deleteMutesBefore(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('chat_mutes')
    .where(({ fn }) => fn.coalesce('lifted_at', 'until'), '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
