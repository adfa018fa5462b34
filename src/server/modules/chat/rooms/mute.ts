import type { appealChatMute, ChatMute, getChatMute } from '#contract/chat.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { MutedUntil } from '#domain/chat/chat.ts';
import { clearedText } from '#domain/chat/chat-text.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** Returns until when a user is muted. */
export async function mutedUntil(db: Db, userId: string, at: Date): Promise<MutedUntil> {
  return untilOf(await findMute(db, userId, at));
}

const untilOf = (mute: { until: Date | null } | undefined): MutedUntil => (mute === undefined ? null : (mute.until ?? 'none'));

/** Returns until when a user is muted in a group's room by its owner or a helper. */
export async function mutedInGroupUntil(db: Db, groupId: string, userId: string, at: Date): Promise<MutedUntil> {
  const mute = await db
    .selectFrom('tipping_chat_mutes')
    .select('until')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', at)]))
    .executeTakeFirst();
  return untilOf(mute);
}

/** Returns the user's own active mute. */
export async function ownMute(deps: Deps, userId: string): Promise<ReplyOf<typeof getChatMute>> {
  await requireUser(deps, userId);
  const mute = await findMute(deps.db, userId, deps.now());
  return { mute: mute ? muteView(mute) : null };
}

const muteView = (row: MuteRow): ChatMute => ({
  id: row.id,
  until: row.until?.toISOString() ?? null,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  appeal: row.appealed_at === null ? null : appealView(row),
});

const appealView = ({ appeal_text, appeal_state, appeal_answer, appealed_at }: MuteRow): ChatMute['appeal'] => ({
  text: appeal_text!,
  created_at: appealed_at!.toISOString(),
  state: appeal_state as NonNullable<ChatMute['appeal']>['state'],
  answer: appeal_answer,
});

/**
 * Stores a user's appeal against their active mute. Throws `not_found` if there is none, `already_decided` if they have already appealed.
 */
export async function appeal(
  deps: Deps,
  userId: string,
  input: ParsedInputOf<typeof appealChatMute>,
): Promise<ReplyOf<typeof appealChatMute>> {
  await requireUser(deps, userId);
  const text = clearedText(input.text);
  if (text === '') throw new AppError('invalid_payload', { field: 'text' });
  const mute = await findMute(deps.db, userId, deps.now());
  if (!mute) throw new AppError('not_found');
  const isFirst = await insertAppeal(deps.db, { id: newId(deps), mute_id: mute.id, text, created_at: deps.now() });
  if (!isFirst) throw new AppError('already_decided');
  return ownMute(deps, userId);
}

/** Returns a user's active mute (the one that lasts longest) with its appeal; undefined if there is none. */
const findMute = (db: Db, userId: string, at: Date) =>
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
async function insertAppeal(db: Db, appeal: { id: string; mute_id: string; text: string; created_at: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('chat_appeals')
    .values(appeal)
    .onConflict((conflict) => conflict.column('mute_id').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes mutes that ended before `before`, with their appeals; returns how many of the house's. Permanent mutes stay. */
export async function deleteMutesBefore(db: Db, before: Date): Promise<number> {
  await db.deleteFrom('tipping_chat_mutes').where('until', '<', before).execute();
  const { numDeletedRows } = await db
    .deleteFrom('chat_mutes')
    .where(({ fn }) => fn.coalesce('lifted_at', 'until'), '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
