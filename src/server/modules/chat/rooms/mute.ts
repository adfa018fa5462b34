import type { appealChatMute, ChatMute, getChatMute } from '#contract/chat.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { MutedUntil } from '#domain/chat/chat.ts';
import { clearedText } from '#domain/chat/chat-text.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as mutes from './mute-queries.ts';

/** Returns until when a user is muted. */
export async function mutedUntil(db: Db, userId: string, at: Date): Promise<MutedUntil> {
  const mute = await mutes.findMute(db, userId, at);
  return mute === undefined ? null : (mute.until ?? 'none');
}

/** Returns the user's own active mute. */
export async function ownMute(deps: Deps, userId: string): Promise<ReplyOf<typeof getChatMute>> {
  await requireUser(deps, userId);
  const mute = await mutes.findMute(deps.db, userId, deps.now());
  return { mute: mute ? muteView(mute) : null };
}

const muteView = (row: mutes.MuteRow): ChatMute => ({
  id: row.id,
  until: row.until?.toISOString() ?? null,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  appeal: row.appealed_at === null ? null : appealView(row),
});

const appealView = ({ appeal_text, appeal_state, appeal_answer, appealed_at }: mutes.MuteRow): ChatMute['appeal'] => ({
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
  const mute = await mutes.findMute(deps.db, userId, deps.now());
  if (!mute) throw new AppError('not_found');
  const isFirst = await mutes.insertAppeal(deps.db, { id: newId(deps), mute_id: mute.id, text, created_at: deps.now() });
  if (!isFirst) throw new AppError('already_decided');
  return ownMute(deps, userId);
}
