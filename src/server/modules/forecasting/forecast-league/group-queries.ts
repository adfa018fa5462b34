import { type Selectable, sql, type Transaction } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

export type GroupRow = Selectable<DB['forecast_groups']>;
export type CountedGroup = GroupRow & { members: number };

/** Serializes changes of one user, so that no user is in more groups than allowed. */
export const lockUser = (db: Transaction<DB>, userId: string) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

const counted = (db: Db) =>
  db
    .selectFrom('forecast_groups as g')
    .selectAll('g')
    .select((eb) =>
      eb
        .selectFrom('forecast_group_members as n')
        .whereRef('n.group_id', '=', 'g.id')
        .select(({ fn }) => fn.countAll<number>().as('members'))
        .$castTo<{ members: number }>()
        .as('members'),
    )
    .$narrowType<{ members: number }>();

/** Returns a user's groups, oldest membership first. */
export const findGroupsOf = (db: Db, userId: string): Promise<CountedGroup[]> =>
  counted(db)
    .innerJoin('forecast_group_members as mine', 'mine.group_id', 'g.id')
    .where('mine.user_id', '=', userId)
    .orderBy('mine.joined_at')
    .orderBy('g.id')
    .execute();

/** Returns a group of which the user is a member; undefined if it does not exist or the user is not a member. */
export const findGroupOf = (db: Db, userId: string, groupId: string): Promise<CountedGroup | undefined> =>
  counted(db)
    .innerJoin('forecast_group_members as mine', 'mine.group_id', 'g.id')
    .where('mine.user_id', '=', userId)
    .where('g.id', '=', groupId)
    .executeTakeFirst();

/** Locks a group, so that its members and its owner cannot change. */
export const lockGroup = (db: Transaction<DB>, by: { id: string } | { code: string }): Promise<GroupRow | undefined> =>
  db
    .selectFrom('forecast_groups')
    .selectAll()
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('code', '=', by.code)))
    .forUpdate()
    .executeTakeFirst();

/** Inserts a group. Returns false if another group has the code. */
export async function insertGroup(db: Db, group: GroupRow): Promise<boolean> {
  const row = await db
    .insertInto('forecast_groups')
    .values(group)
    .onConflict((oc) => oc.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateGroup(db: Db, groupId: string, values: Partial<Pick<GroupRow, 'name' | 'code' | 'owner_id'>>): Promise<void> {
  await db.updateTable('forecast_groups').set(values).where('id', '=', groupId).execute();
}

/** Deletes a group with all memberships. */
export async function deleteGroup(db: Db, groupId: string): Promise<void> {
  await db.deleteFrom('forecast_groups').where('id', '=', groupId).execute();
}

export async function addMember(db: Db, groupId: string, userId: string, now: Date): Promise<void> {
  await db.insertInto('forecast_group_members').values({ group_id: groupId, user_id: userId, joined_at: now }).execute();
}

export async function deleteMember(db: Db, groupId: string, userId: string): Promise<void> {
  await db.deleteFrom('forecast_group_members').where('group_id', '=', groupId).where('user_id', '=', userId).execute();
}

export interface Membership {
  group_id: string;
  user_id: string;
  handle: string;
}

/** Returns the members of a group, in the order in which they joined. */
export const findMemberships = (db: Db, groupId: string): Promise<Membership[]> =>
  db
    .selectFrom('forecast_group_members as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.group_id', 'n.user_id', 'u.public_handle as handle'])
    .where('n.group_id', '=', groupId)
    .orderBy('n.joined_at')
    .orderBy('n.user_id')
    .execute();

export async function countGroupsOf(db: Db, userId: string): Promise<number> {
  const { groups } = await db
    .selectFrom('forecast_group_members')
    .select(({ fn }) => fn.countAll<number>().as('groups'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return groups;
}

/** Returns whether a code is free. Checked first, because a duplicate would abort the transaction. */
export async function isCodeFree(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`select from forecast_groups where code = ${code}`.execute(db);
  return rows.length === 0;
}
