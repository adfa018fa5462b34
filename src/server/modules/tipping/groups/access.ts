import type { Transaction } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { requireActive, requireUser } from '#server/modules/identity/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { findMember, findReader, type GroupRow, lockGroup, type MemberRow } from './group-queries.ts';

/** A group, and the caller's membership; null for a guest of a listed group. */
export interface Reader {
  group: GroupRow;
  member: MemberRow | null;
}

/** Returns a group for its members, and a listed group for everybody. Throws `not_found` for others: they do not learn that it exists. */
export async function requireReader({ db }: Deps, userId: string, groupId: string): Promise<Reader> {
  const found = await findReader(db, userId, groupId);
  requireActive(found);
  if (!found.group || (!found.member && found.group.visibility !== 'listed')) throw new AppError('not_found');
  return { group: found.group, member: found.member };
}

/** Returns a group and the caller's membership. Throws `not_found` for those who are not members. */
export async function requireMember(deps: Deps, userId: string, groupId: string): Promise<{ group: GroupRow; member: MemberRow }> {
  const { group, member } = await requireReader(deps, userId, groupId);
  if (!member) throw new AppError('not_found');
  return { group, member };
}

type Act<T> = (db: Transaction<DB>, group: GroupRow, member: MemberRow, announce: Announce) => Promise<T>;

/** Runs an action of a member on a locked group. Throws `not_found` for those who are not members. */
export async function asMember<T>(deps: Deps, userId: string, groupId: string, act: Act<T>): Promise<T> {
  await requireUser(deps, userId);
  return transact(deps, async (db, announce) => {
    const group = await lockGroup(db, groupId);
    const member = group && (await findMember(db, groupId, userId));
    if (!group || !member) throw new AppError('not_found');
    return act(db, group, member, announce);
  });
}

const allowed =
  (...roles: readonly string[]) =>
  <T>(deps: Deps, userId: string, groupId: string, act: Act<T>): Promise<T> =>
    asMember(deps, userId, groupId, (db, group, member, announce) => {
      if (!roles.includes(member.role)) throw new AppError('forbidden');
      return act(db, group, member, announce);
    });

/** As `asMember`; throws `forbidden` for plain members. */
export const asHelper = allowed('owner', 'helper');

/** As `asMember`; throws `forbidden` for everybody but the owner. */
export const asOwner = allowed('owner');
