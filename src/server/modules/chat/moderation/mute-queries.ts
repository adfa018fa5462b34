import { type SqlBool, sql } from 'kysely';
import type { AppealState } from '#contract/chat-moderation.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type MemberColumns, memberOf } from './lines.ts';

export interface MuteFilter {
  state: 'active' | 'ended' | 'all';
  userId?: string | undefined;
  now: Date;
}

const isActive = (now: Date) => sql<SqlBool>`(m.lifted_at is null and (m.until is null or m.until > ${now}))`;

const mutes = (db: Db) =>
  db
    .selectFrom('chat_mutes as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('admins as a', 'a.id', 'm.admin_id')
    .leftJoin('admins as l', 'l.id', 'm.lifted_by')
    .select(['m.id', 'm.reason', 'm.message_id', 'm.created_at', 'm.until', 'm.admin_id', 'a.email as admin_email'])
    .select(['m.lifted_at', 'm.lifted_by', 'l.email as lifted_email'])
    .select(['u.id as user_id', 'u.display_name', 'u.public_handle', 'u.email', 'u.status']);

const filtered = (db: Db, { state, userId, now }: MuteFilter) =>
  db
    .selectFrom('chat_mutes as m')
    .$if(state === 'active', (query) => query.where(isActive(now)))
    .$if(state === 'ended', (query) => query.where((eb) => eb.not(isActive(now))))
    .$if(userId !== undefined, (query) => query.where('m.user_id', '=', userId!));

export type MuteRow = Awaited<ReturnType<typeof findMutesByIds>>[number];

/** Returns mutes by id, with the user and the admin, in the order of the ids. */
export async function findMutesByIds(db: Db, ids: readonly string[]) {
  const rows = await mutes(db).where('m.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  const byId = new Map(rows.map((row) => [row.id, { ...row, member: memberOf(row satisfies MemberColumns)! }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the ids of the mutes that match the filter, latest first. */
export async function findMuteIds(db: Db, filter: MuteFilter, limit: number, offset: number): Promise<string[]> {
  const rows = await filtered(db, filter)
    .select('m.id')
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the matching mutes, up to `max`. */
export async function countMutes(db: Db, filter: MuteFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select('m.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns a user's account status; undefined if the user never existed. Locks the row, so that concurrent mutes, or a mute and an erasure,
 * run one after the other.
 */
export const lockUserStatus = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('status').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst())?.status;

export interface NewMute {
  id: string;
  user_id: string;
  message_id: number | null;
  admin_id: string;
  until: Date | null;
  reason: string;
  created_at: Date;
}

export async function insertMute(db: Db, mute: NewMute): Promise<void> {
  await db.insertInto('chat_mutes').values(mute).execute();
}

/** Returns whether a message exists and belongs to the user. */
export async function isMessageOf(db: Db, messageId: number, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('id', '=', messageId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a mute, locked so that it is lifted only once; undefined if there is none. */
export const lockMute = (db: Db, id: string) => db.selectFrom('chat_mutes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function liftMute(db: Db, id: string, by: string, at: Date): Promise<void> {
  await db.updateTable('chat_mutes').set({ lifted_at: at, lifted_by: by }).where('id', '=', id).execute();
}

/** Returns the mute that an appeal is against; undefined if there is no such appeal. */
export const findMuteOfAppeal = async (db: Db, appealId: string): Promise<string | undefined> =>
  (await db.selectFrom('chat_appeals').select('mute_id').where('id', '=', appealId).executeTakeFirst())?.mute_id;

export interface AppealDecision {
  state: Exclude<AppealState, 'open'>;
  answer: string;
  by: string;
  at: Date;
}

/** Decides the open appeal against a mute, if any; returns whether there was one. */
export async function decideAppealOf(db: Db, muteId: string, { state, answer, by, at }: AppealDecision): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_appeals')
    .set({ state, answer, decided_by: by, decided_at: at })
    .where('mute_id', '=', muteId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const appeals = (db: Db, state: AppealState | 'all') =>
  db.selectFrom('chat_appeals as p').$if(state !== 'all', (query) => query.where('p.state', '=', state));

const appealRows = (db: Db, state: AppealState | 'all') =>
  appeals(db, state).leftJoin('admins as a', 'a.id', 'p.decided_by').selectAll('p').select('a.email as decided_email');

export type AppealRow = Awaited<ReturnType<typeof findAppeals>>[number];

/** Returns appeals by state: open ones first, longest waiting first; then decided ones, latest decision first. */
export const findAppeals = (db: Db, state: AppealState | 'all', limit: number, offset: number) =>
  appealRows(db, state)
    .orderBy(sql`p.state = 'open'`, 'desc')
    .orderBy(sql`case when p.state = 'open' then p.created_at end`)
    .orderBy('p.decided_at', 'desc')
    .orderBy('p.id')
    .limit(limit)
    .offset(offset)
    .execute();

/** Returns one appeal. */
export const findAppeal = (db: Db, id: string) => appealRows(db, 'all').where('p.id', '=', id).executeTakeFirstOrThrow();

/** Counts the matching appeals, up to `max`. */
export async function countAppeals(db: Db, state: AppealState | 'all', max: number): Promise<number> {
  const { count } = await db
    .selectFrom(appeals(db, state).select('p.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
