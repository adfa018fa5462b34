import type { Transaction } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ForecastGroup, ForecastGroupTable, listForecastGroups } from '#contract/forecast-league.ts';
import { GROUP_MEMBERS_MAX, GROUPS_MAX, type TableWindow } from '#domain/forecast/forecast-league.ts';
import { normaliseHandle } from '#domain/identity/handle.ts';
import { inviteCode, normaliseInviteCode } from '#domain/ledger/rewards.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser, validateName } from '#server/modules/identity/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit, type TierLimit, tierLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import * as groups from './group-queries.ts';
import { findMembers } from './standing.ts';

/** Wrong codes allowed per hour, per user and per IP address: too few to guess one of 32^8 codes. */
const WRONG_CODES_PER_HOUR = { user: 20, ip: 60 };

export interface JoinLimits {
  byUser: RequestLimit;
  byIp: TierLimit;
}

export const joinLimits = (deps: Deps): JoinLimits => ({
  byUser: requestLimit(deps, 'forecast-join-user', WRONG_CODES_PER_HOUR.user, 60 * 60),
  byIp: tierLimit(deps, 'forecast-join', WRONG_CODES_PER_HOUR.ip, 60 * 60),
});

export async function mine(deps: Deps, userId: string): Promise<ReplyOf<typeof listForecastGroups>> {
  await requireUser(deps, userId);
  return { items: (await groups.findGroupsOf(deps.db, userId)).map((group) => groupView(group, userId)) };
}

/** Creates a group with its founder as a member. Throws `invalid_payload` for an unreadable name, `too_many_groups`. */
export async function create(deps: Deps, userId: string, name: string): Promise<ForecastGroup> {
  await requireUser(deps, userId);
  validateName(name, 'name');
  return transact(deps, async (db) => {
    await requireRoom(db, userId);
    const now = deps.now();
    const group = { id: newId(deps), name, owner_id: userId, created_at: now };
    while (!(await groups.insertGroup(db, { ...group, code: newCode(deps) })));
    await groups.addMember(db, group.id, userId, now);
    return viewOf(db, userId, group.id);
  });
}

/** Joins a group by its code as typed. Throws `not_found` for an unknown code, `group_full`, `too_many_groups`, `rate_limited`. */
export async function join(deps: Deps, limits: JoinLimits, userId: string, ip: string, typed: string): Promise<ForecastGroup> {
  await requireUser(deps, userId);
  await limits.byUser.count(userId);
  await limits.byIp.count(ip);
  const code = normaliseInviteCode(typed);
  if (code === null) throw new AppError('not_found');
  const joined = await transact(deps, async (db) => {
    await groups.lockUser(db, userId);
    const group = await groups.lockGroup(db, { code });
    if (!group) throw new AppError('not_found');
    const members = await groups.findMemberships(db, group.id);
    if (!members.some(({ user_id }) => user_id === userId)) {
      await requireRoom(db, userId);
      if (members.length >= GROUP_MEMBERS_MAX) throw new AppError('group_full', { max: GROUP_MEMBERS_MAX });
      await groups.addMember(db, group.id, userId, deps.now());
    }
    return viewOf(db, userId, group.id);
  });
  // Only wrong codes count.
  await limits.byUser.giveBack(userId);
  await limits.byIp.giveBack(ip);
  return joined;
}

/** Returns a group's table for its members. Throws `not_found` for everyone else. */
export async function one(deps: Deps, userId: string, groupId: string, window: TableWindow): Promise<ForecastGroupTable> {
  await requireUser(deps, userId);
  const group = await groups.findGroupOf(deps.db, userId, groupId);
  if (!group) throw new AppError('not_found');
  const members = await findMembers(deps.db, groupId, window, deps.now());
  return {
    ...groupView(group, userId),
    table: members.map(({ user_id, ...row }) => ({ ...row, is_owner: user_id === group.owner_id, is_me: user_id === userId })),
  };
}

export const rename = (deps: Deps, userId: string, groupId: string, name: string): Promise<ForecastGroup> => {
  validateName(name, 'name');
  return asOwner(deps, userId, groupId, async (db) => {
    await groups.updateGroup(db, groupId, { name });
    return viewOf(db, userId, groupId);
  });
};

export const end = (deps: Deps, userId: string, groupId: string): Promise<Record<string, never>> =>
  asOwner(deps, userId, groupId, async (db) => {
    await groups.deleteGroup(db, groupId);
    return {};
  });

/**
 * Leaves the group if the handle is the user's own; otherwise removes that member and replaces the code, which the removed member knows. An
 * unknown handle is not an error. Throws `forbidden` if the user is not the owner.
 */
export const removeMember = (deps: Deps, userId: string, groupId: string, typed: string): Promise<Record<string, never>> =>
  asMember(deps, userId, groupId, async (db, group) => {
    const members = await groups.findMemberships(db, groupId);
    const removed = members.find(({ handle }) => handle === normaliseHandle(typed));
    if (removed?.user_id === userId) {
      await leave(db, group, userId, members);
      return {};
    }
    if (group.owner_id !== userId) throw new AppError('forbidden');
    if (!removed) return {};
    await groups.deleteMember(db, groupId, removed.user_id);
    let code = newCode(deps);
    while (!(await groups.isCodeFree(db, code))) code = newCode(deps);
    await groups.updateGroup(db, groupId, { code });
    return {};
  });

/** Removes a user from all groups, as if the user left each of them, when the account ends. */
export async function leaveAllGroups(db: Transaction<DB>, userId: string): Promise<void> {
  for (const { id } of await groups.findGroupsOf(db, userId)) {
    const group = await groups.lockGroup(db, { id });
    if (group) await leave(db, group, userId, await groups.findMemberships(db, id));
  }
}

/** Removes a member. The longest-standing member succeeds an owner who leaves; the group ends with its last member. */
async function leave(
  db: Transaction<DB>,
  { id, owner_id }: groups.GroupRow,
  userId: string,
  members: readonly groups.Membership[],
): Promise<void> {
  const heir = members.find(({ user_id }) => user_id !== userId);
  if (!heir) return groups.deleteGroup(db, id);
  if (owner_id === userId) await groups.updateGroup(db, id, { owner_id: heir.user_id });
  await groups.deleteMember(db, id, userId);
}

/** Runs an action on a locked group. Throws `not_found` for users who are not members, so that they do not learn that it exists. */
async function asMember<T>(
  deps: Deps,
  userId: string,
  groupId: string,
  act: (db: Transaction<DB>, group: groups.GroupRow) => Promise<T>,
): Promise<T> {
  await requireUser(deps, userId);
  return transact(deps, async (db) => {
    const group = await groups.lockGroup(db, { id: groupId });
    if (!group || !(await groups.findGroupOf(db, userId, groupId))) throw new AppError('not_found');
    return act(db, group);
  });
}

const asOwner = <T>(deps: Deps, userId: string, groupId: string, act: (db: Transaction<DB>) => Promise<T>): Promise<T> =>
  asMember(deps, userId, groupId, (db, group) => {
    if (group.owner_id !== userId) throw new AppError('forbidden');
    return act(db);
  });

async function requireRoom(db: Transaction<DB>, userId: string): Promise<void> {
  await groups.lockUser(db, userId);
  if ((await groups.countGroupsOf(db, userId)) >= GROUPS_MAX) throw new AppError('too_many_groups', { max: GROUPS_MAX });
}

const newCode = ({ randomBytes }: Deps): string => inviteCode(randomBytes(8));

const viewOf = async (db: Transaction<DB>, userId: string, groupId: string): Promise<ForecastGroup> =>
  groupView((await groups.findGroupOf(db, userId, groupId))!, userId);

const groupView = ({ id, name, code, members, owner_id }: groups.CountedGroup, userId: string): ForecastGroup => ({
  ...{ id, name, code, members },
  is_owner: owner_id === userId,
});
