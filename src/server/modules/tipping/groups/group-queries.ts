import { type Selectable, sql, type Transaction } from 'kysely';
import type { GroupRole } from '#contract/tipping-groups.ts';
import type { TippingRules } from '#domain/tipping/rules.ts';
import { likeText } from '#server/platform/db/like.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

export type GroupRow = Selectable<DB['tipping_groups']>;
export type MemberRow = Omit<Selectable<DB['tipping_members']>, 'place_name' | 'claim_code'>;
export type CompetitionRow = Selectable<DB['tipping_competitions']>;

/** Serializes changes of one user, so that no user is in more groups than allowed. */
export const lockUser = (db: Transaction<DB>, userId: string) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

export const findGroup = (db: Db, groupId: string): Promise<GroupRow | undefined> =>
  db.selectFrom('tipping_groups').selectAll().where('id', '=', groupId).executeTakeFirst();

export const findGroupByCode = (db: Db, code: string): Promise<GroupRow | undefined> =>
  db.selectFrom('tipping_groups').selectAll().where('code', '=', code).executeTakeFirst();

/** Locks a group: its members, roles and rules change one after the other. */
export const lockGroup = (db: Transaction<DB>, groupId: string): Promise<GroupRow | undefined> =>
  db.selectFrom('tipping_groups').selectAll().where('id', '=', groupId).forNoKeyUpdate().executeTakeFirst();

/** Returns a present member. */
export const findMember = (db: Db, groupId: string, userId: string): Promise<MemberRow | undefined> =>
  db
    .selectFrom('tipping_members')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst();

/** Returns the names of groups by id; those that ended are missing. */
export async function findNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tipping_groups')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns whether a user is a present member; if so, the membership lasts until the transaction ends. */
export async function lockMembership(db: Transaction<DB>, groupId: string, userId: string): Promise<boolean> {
  const member = await db
    .selectFrom('tipping_members')
    .select('id')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return member !== undefined;
}

/** Returns which of these users, each with a group, are present members, as `<group id> <user id>`. */
export async function findPresent(db: Db, asked: readonly { groupId: string; userId: string }[]): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select m.group_id || ' ' || m.user_id as pair
    from unnest(${asked.map(({ groupId }) => groupId)}::uuid[], ${asked.map(({ userId }) => userId)}::uuid[]) as a (group_id, user_id)
    join tipping_members m on m.group_id = a.group_id and m.user_id = a.user_id
    where m.left_at is null`.execute(db);
  return new Set(rows.map(({ pair }) => pair));
}

/** Returns a user's account, the group, and the user's present membership, in one query: every page of a group asks for it. */
export async function findReader(db: Db, userId: string, groupId: string) {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('tipping_groups as g', (join) => join.on('g.id', '=', groupId))
    .leftJoin('tipping_members as m', (join) =>
      join.onRef('m.group_id', '=', 'g.id').onRef('m.user_id', '=', 'u.id').on('m.left_at', 'is', null),
    )
    .selectAll('g')
    .select(['u.status', 'm.id as member_id', 'm.role', 'm.joined_at'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { status, member_id, role, joined_at, ...group } = row;
  return {
    status,
    group: group.id === null ? null : (group as GroupRow),
    member:
      member_id === null ? null : { id: member_id, group_id: groupId, user_id: userId, role: role!, joined_at: joined_at!, left_at: null },
  };
}

/** Returns a user's groups with the membership, the oldest membership first. */
export const findGroupsOf = (db: Db, userId: string): Promise<(GroupRow & { role: string; member_id: number })[]> =>
  db
    .selectFrom('tipping_members as m')
    .innerJoin('tipping_groups as g', 'g.id', 'm.group_id')
    .selectAll('g')
    .select(['m.role', 'm.id as member_id'])
    .where('m.user_id', '=', userId)
    .where('m.left_at', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('m.id')
    .execute();

/** Returns listed groups whose name contains `q` in any case; the largest first. */
export async function findListed(
  db: Db,
  q: string | undefined,
  { limit, offset, countMax }: { limit: number; offset: number; countMax: number },
): Promise<{ groups: GroupRow[]; total: number }> {
  const pattern = q ? `%${likeText(q)}%` : null;
  const listed = db
    .selectFrom('tipping_groups')
    .where('visibility', '=', 'listed')
    .$if(pattern !== null, (query) => query.where('name', 'ilike', pattern!));
  const groups = await listed.selectAll().orderBy('members', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  const { total } = await db
    .selectFrom(listed.select('id').limit(countMax).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { groups, total: Number(total) };
}

/** Inserts a group. Returns false if another group has the code. */
export async function insertGroup(db: Db, group: Omit<GroupRow, 'members' | 'imported_from'>): Promise<boolean> {
  const row = await db
    .insertInto('tipping_groups')
    .values(group)
    .onConflict((oc) => oc.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateGroup(db: Db, groupId: string, values: Partial<Pick<GroupRow, 'name' | 'code' | 'visibility'>>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await db.updateTable('tipping_groups').set(values).where('id', '=', groupId).execute();
}

/** Deletes a group with its members and tips. */
export async function deleteGroup(db: Db, groupId: string): Promise<void> {
  await db.deleteFrom('tipping_groups').where('id', '=', groupId).execute();
}

export async function insertCompetitions(db: Db, rows: readonly CompetitionRow[]): Promise<void> {
  await db
    .insertInto('tipping_competitions')
    .values([...rows])
    .execute();
}

/** Adds a member, or takes back one who left with the tips entered before. Returns false if the user is a member already. */
export async function addMember(db: Db, groupId: string, userId: string, role: GroupRole, at: Date): Promise<boolean> {
  const row = await db
    .insertInto('tipping_members')
    .values({ group_id: groupId, user_id: userId, role, joined_at: at, left_at: null })
    .onConflict((oc) =>
      oc.columns(['group_id', 'user_id']).doUpdateSet({ left_at: null, role }).where('tipping_members.left_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setRole(db: Db, memberId: number, role: GroupRole): Promise<void> {
  await db.updateTable('tipping_members').set({ role }).where('id', '=', memberId).execute();
}

export async function markLeft(db: Db, memberId: number, at: Date): Promise<void> {
  await db.updateTable('tipping_members').set({ left_at: at, role: 'member' }).where('id', '=', memberId).execute();
}

/** A present member with the handle. */
export interface ListedMember {
  id: number;
  user_id: string;
  handle: string;
  role: string;
  joined_at: Date;
  /** The imported name of a place that was taken. */
  place_name: string | null;
}

const present = (db: Db, groupId: string) =>
  db
    .selectFrom('tipping_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'u.id as user_id', 'u.public_handle as handle', 'm.role', 'm.joined_at', 'm.place_name'])
    .where('m.group_id', '=', groupId)
    .where('m.left_at', 'is', null);

export const findMemberByHandle = (db: Db, groupId: string, handle: string): Promise<ListedMember | undefined> =>
  present(db, groupId).where('u.public_handle', '=', handle).executeTakeFirst();

/** Returns present members in the order in which they joined. */
export const findMembers = (db: Db, groupId: string, { limit, offset }: { limit: number; offset: number }): Promise<ListedMember[]> =>
  present(db, groupId).orderBy('m.joined_at').orderBy('m.id').limit(limit).offset(offset).execute();

/** Whoever is or was in a group. */
export interface EveryMember {
  id: number;
  /** Since when tips by default count: for an imported place since somebody took it. */
  joined_at: Date;
  left_at: Date | null;
  /** Null if the account is deleted, and for a place that nobody has taken. */
  user_id: string | null;
  handle: string | null;
  /** The imported name of a place. */
  place_name: string | null;
}

const NEVER = new Date(8.64e15);

/** Returns all who are or were in a group, and its places, by id. */
export async function findEveryMember(db: Db, groupId: string): Promise<EveryMember[]> {
  const rows = await db
    .selectFrom('tipping_members as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.joined_at', 'm.left_at', 'm.user_id', 'm.place_name', 'u.public_handle as handle'])
    .where('m.group_id', '=', groupId)
    .orderBy('m.id')
    .execute();
  return rows.map((row) => (row.user_id === null && row.place_name !== null ? { ...row, joined_at: NEVER } : row));
}

/** Returns who becomes the owner after one who leaves: the helper, else the member, of longest standing. */
export const findHeir = (db: Db, groupId: string, leavingId: number): Promise<ListedMember | undefined> =>
  present(db, groupId)
    .where('m.id', '<>', leavingId)
    .orderBy(sql`m.role = 'helper'`, 'desc')
    .orderBy('m.joined_at')
    .orderBy('m.id')
    .executeTakeFirst();

export async function countGroupsOf(db: Db, userId: string): Promise<number> {
  const { groups } = await db
    .selectFrom('tipping_members')
    .select(({ fn }) => fn.countAll<number>().as('groups'))
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(groups);
}

/** A state of a group's rules. */
export interface RulesRow {
  version: number;
  rules: TippingRules;
  changed_at: Date;
  changed_by: string | null;
}

/** Returns every state of a group's rules, the latest first; `changed_by` is the handle of a present member. */
export async function findRules(db: Db, groupId: string): Promise<RulesRow[]> {
  const rows = await db
    .selectFrom('tipping_rules as r')
    .leftJoin('tipping_members as m', (join) =>
      join.onRef('m.group_id', '=', 'r.group_id').onRef('m.user_id', '=', 'r.changed_by').on('m.left_at', 'is', null),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['r.version', 'r.rules', 'r.changed_at', 'u.public_handle as changed_by'])
    .where('r.group_id', '=', groupId)
    .orderBy('r.version', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, rules: row.rules as unknown as TippingRules }));
}

/** Returns the rules in force. */
export async function findLatestRules(db: Db, groupId: string): Promise<Pick<RulesRow, 'version' | 'rules'>> {
  const { version, rules } = await db
    .selectFrom('tipping_rules')
    .select(['version', 'rules'])
    .where('group_id', '=', groupId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { version, rules: rules as unknown as TippingRules };
}

export async function insertRules(
  db: Db,
  groupId: string,
  { version, rules, by, at }: { version: number; rules: TippingRules; by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('tipping_rules')
    .values({ group_id: groupId, version, rules: JSON.stringify(rules), changed_by: by, changed_at: at })
    .execute();
}
