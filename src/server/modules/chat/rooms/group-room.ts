import type { Transaction } from 'kysely';
import type { getGroupChat, listGroupMutes, muteInGroup, removeGroupMessage, unmuteInGroup } from '#contract/chat.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { normaliseHandle } from '#domain/identity/handle.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { A_GROUP, recordAudit } from '#server/modules/admins/public.ts';
import { asHelper, findMemberByHandle, findMemberOf, requireMember } from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { lockMessage, publishMessages, setRemovedByMember } from './messages.ts';
import { mutedInGroupUntil } from './mute.ts';
import { pageOf } from './room.ts';

/** Maximum number of removals and mutes per user and hour: each leaves a row in the audit log. */
const ACTIONS_PER_HOUR = 120;
export const groupModerationLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'group-moderation', ACTIONS_PER_HOUR, 60 * 60);

/**
 * Returns a group's room, or its comments on one tip, for a member, and the member's mute in this group. Throws `not_found` for others, also
 * in a listed group.
 */
export async function groupHistory(
  deps: Deps,
  userId: string,
  { group_id, before, match_id, member_id }: ParsedInputOf<typeof getGroupChat>,
): Promise<ReplyOf<typeof getGroupChat>> {
  await requireMember(deps, userId, group_id);
  if ((match_id === undefined) !== (member_id === undefined)) throw new AppError('invalid_query', { field: 'member_id' });
  const about = match_id === undefined || member_id === undefined ? undefined : { match_id, member_id };
  const [page, until] = await Promise.all([
    pageOf(deps, { groupId: group_id }, before, about),
    mutedInGroupUntil(deps.db, group_id, userId, deps.now()),
  ]);
  return { ...page, group_mute: until === null ? null : { until: until === 'none' ? null : until.toISOString() } };
}

/**
 * Removes a message from the group's room for its owner or a helper; no effect if it is removed or hidden already, as a hidden message waits
 * for a moderator. Throws `not_found` for a message of another room, `forbidden` for a helper if the author is the owner or another helper,
 * `already_decided` if a moderator let it stand.
 */
export const removeFromGroup = async (
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { group_id, id }: ParsedInputOf<typeof removeGroupMessage>,
): Promise<ReplyOf<typeof removeGroupMessage>> => {
  await limit.count(userId);
  return asHelper(deps, userId, group_id, async (db, _, me, announce) => {
    const message = await lockMessage(db, Number(id));
    if (message?.group_id !== group_id) throw new AppError('not_found');
    const author = message.user_id === null ? undefined : await findMemberOf(db, group_id, message.user_id);
    if (author && author.id !== me.id) requireAbove(me.role, author.role);
    if (message.kept_at !== null) throw new AppError('already_decided');
    if (message.removed !== null) return {};
    const now = deps.now();
    await setRemovedByMember(db, message.id, userId, now);
    const after = { group_id, by: userId, user_id: message.user_id };
    await recordAudit(db, A_GROUP, { action: 'group_chat.remove', subject: { kind: 'chat_message', id }, after }, now);
    await publishMessages(db, announce, [message.id]);
    return {};
  });
};

/** Helpers act on members, the owner on everybody else. */
function requireAbove(mine: string, theirs: string): void {
  if (theirs === 'owner' || (mine === 'helper' && theirs === 'helper')) throw new AppError('forbidden');
}

/** Returns the present members who are muted in a group, for its owner and helpers. Throws `not_found`, `forbidden`. */
export async function listMutes(
  deps: Deps,
  userId: string,
  { group_id }: ParsedInputOf<typeof listGroupMutes>,
): Promise<ReplyOf<typeof listGroupMutes>> {
  const { member } = await requireMember(deps, userId, group_id);
  if (member.role === 'member') throw new AppError('forbidden');
  return mutesOf(deps.db, group_id, deps.now());
}

/**
 * Mutes a member in a group's room, in place of an earlier mute there. Throws `not_found` for who is no member, `forbidden` for the owner,
 * for oneself, and for helpers among each other.
 */
export const mute = (
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { group_id, handle, hours }: ParsedInputOf<typeof muteInGroup>,
): Promise<ReplyOf<typeof muteInGroup>> =>
  changeMute(deps, limit, userId, { group_id, handle }, async (db, mutedId, now) => {
    const until = hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
    const values = { until, muted_by: userId, created_at: now };
    await db
      .insertInto('tipping_chat_mutes')
      .values({ group_id, user_id: mutedId, ...values })
      .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet(values))
      .execute();
    return { action: 'group_chat.mute', after: { until: until?.toISOString() ?? null } };
  });

/** Ends a mute in a group; no error if there is none. Throws as `mute` does. */
export const unmute = (
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { group_id, handle }: ParsedInputOf<typeof unmuteInGroup>,
): Promise<ReplyOf<typeof unmuteInGroup>> =>
  changeMute(deps, limit, userId, { group_id, handle }, async (db, mutedId) => {
    const { numDeletedRows } = await db
      .deleteFrom('tipping_chat_mutes')
      .where('group_id', '=', group_id)
      .where('user_id', '=', mutedId)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 0n ? null : { action: 'group_chat.unmute', after: {} };
  });

/** Writes a change of a mute, and what is to be logged of it; null: nothing changed. */
type WriteMute = (db: Transaction<DB>, mutedId: string, now: Date) => Promise<{ action: string; after: object } | null>;

async function changeMute(
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { group_id, handle }: { group_id: string; handle: string },
  write: WriteMute,
): Promise<ReplyOf<typeof listGroupMutes>> {
  await limit.count(userId);
  return asHelper(deps, userId, group_id, async (db, _, me, announce) => {
    const member = await findMemberByHandle(db, group_id, normaliseHandle(handle));
    if (!member) throw new AppError('not_found');
    // Nobody ends a mute of their own either: it was another's to set.
    if (member.id === me.id) throw new AppError('forbidden');
    requireAbove(me.role, member.role);
    const now = deps.now();
    const written = await write(db, member.user_id, now);
    if (written) {
      const { action, after } = written;
      const subject = { kind: 'user', id: member.user_id };
      await recordAudit(db, A_GROUP, { action, subject, after: { group_id, by: userId, ...after } }, now);
      announce(`me:${member.user_id}`, { t: 'account' });
    }
    return mutesOf(db, group_id, now);
  });
}

async function mutesOf(db: Db, groupId: string, at: Date): Promise<ReplyOf<typeof listGroupMutes>> {
  const rows = await db
    .selectFrom('tipping_chat_mutes as n')
    .innerJoin('tipping_members as m', (join) =>
      join.onRef('m.group_id', '=', 'n.group_id').onRef('m.user_id', '=', 'n.user_id').on('m.left_at', 'is', null),
    )
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select(['u.public_handle as handle', 'n.until'])
    .where('n.group_id', '=', groupId)
    .where(({ or, eb }) => or([eb('n.until', 'is', null), eb('n.until', '>', at)]))
    .orderBy('n.created_at', 'desc')
    .orderBy('u.public_handle')
    .execute();
  return { items: rows.map(({ handle, until }) => ({ handle, until: until?.toISOString() ?? null })) };
}
