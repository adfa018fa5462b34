import type { Transaction } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { GroupRole, listTippingMembers, setTippingRole, TippingMember } from '#contract/tipping-groups.ts';
import { normaliseHandle } from '#domain/identity/handle.ts';
import type { Deps } from '#server/deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { pageOf } from '#server/platform/http/paging.ts';
import { leftTopic } from '#server/platform/realtime/conversation.ts';
import { asMember, asOwner, requireReader } from './access.ts';
import * as groups from './group-queries.ts';
import { replaceCode } from './groups.ts';
import { groupTopic } from './standing.ts';

/** Returns a page of the members, in the order in which they joined. */
export async function list(
  deps: Deps,
  userId: string,
  { group_id, page, page_size }: ParsedInputOf<typeof listTippingMembers>,
): Promise<ReplyOf<typeof listTippingMembers>> {
  const { group } = await requireReader(deps, userId, group_id);
  return pageOf({ page, page_size }, async (slice) => {
    const rows = await groups.findMembers(deps.db, group_id, slice);
    const items = rows.map(
      ({ user_id, handle, role, joined_at, place_name }): TippingMember => ({
        ...{ handle, role: role as GroupRole, joined_at: joined_at.toISOString() },
        is_me: user_id === userId,
        place: place_name,
      }),
    );
    return { items, total: group.members };
  });
}

/** Changes a member's role; the owner hands the group over by making another the owner. Throws `not_found` for who is no member. */
export const setRole = (
  deps: Deps,
  userId: string,
  { group_id, handle, role }: ParsedInputOf<typeof setTippingRole>,
): Promise<Record<string, never>> =>
  asOwner(deps, userId, group_id, async (db, _, owner) => {
    const member = await groups.findMemberByHandle(db, group_id, normaliseHandle(handle));
    if (!member) throw new AppError('not_found');
    // A group has an owner at all times: who owns it gives it away, and cannot put it down.
    if (member.id === owner.id) throw new AppError('forbidden');
    if (role === 'owner') await groups.setRole(db, owner.id, 'helper');
    await groups.setRole(db, member.id, role);
    return {};
  });

/**
 * Leaves the group if the handle is the user's own; otherwise removes that member and replaces the code, which the removed member knows. An
 * unknown handle is no error. Throws `forbidden` if the user may not: helpers remove members only.
 */
export const remove = (deps: Deps, userId: string, groupId: string, typed: string): Promise<Record<string, never>> =>
  asMember(deps, userId, groupId, async (db, _, me, announce) => {
    announce(groupTopic(groupId), { t: 'refetch' });
    const member = await groups.findMemberByHandle(db, groupId, normaliseHandle(typed));
    if (member?.id === me.id) {
      announce(leftTopic(groupId, userId), { t: 'refetch' });
      await leave(db, groupId, me, deps.now());
      return {};
    }
    if (me.role === 'member' || (me.role === 'helper' && member && member.role !== 'member')) throw new AppError('forbidden');
    if (!member) return {};
    await groups.markLeft(db, member.id, deps.now());
    announce(leftTopic(groupId, member.user_id), { t: 'refetch' });
    await replaceCode(deps, db, groupId);
    return {};
  });

/** The helper, else the member, of longest standing succeeds an owner who leaves; the group ends with its last member. */
async function leave(db: Transaction<DB>, groupId: string, member: { id: number; role: string }, at: Date): Promise<void> {
  const heir = await groups.findHeir(db, groupId, member.id);
  if (!heir) return groups.deleteGroup(db, groupId);
  await groups.markLeft(db, member.id, at);
  if (member.role === 'owner') await groups.setRole(db, heir.id, 'owner');
}

/**
 * Leaves all groups, when the account ends. The tips stay without their member's name: the points of others depend on how many had a result
 * right.
 */
export async function leaveAllTippingGroups(db: Transaction<DB>, userId: string, at: Date): Promise<void> {
  for (const { id } of await groups.findGroupsOf(db, userId)) {
    await groups.lockGroup(db, id);
    const member = await groups.findMember(db, id, userId);
    if (member) await leave(db, id, member, at);
  }
  await db.updateTable('tipping_members').set({ user_id: null, place_name: null }).where('user_id', '=', userId).execute();
}
