import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Admins } from '#server/platform/db/schema.ts';

export type AdminRow = Selectable<Admins>;

export const findAdmin = (db: Db, id: string): Promise<AdminRow | undefined> =>
  db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst();

export const findAdminByEmail = (db: Db, email: string): Promise<AdminRow | undefined> =>
  db.selectFrom('admins').selectAll().where('email', '=', email).executeTakeFirst();

/** Locks an admin's row: of two who change the same one, the second waits. */
export const lockAdmin = (db: Db, id: string): Promise<AdminRow | undefined> =>
  db.selectFrom('admins').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Puts a password in force; with a moment until which it is good where somebody else has seen it. */
export async function setPassword(db: Db, id: string, passwordHash: string, oneTimeUntil: Date | null): Promise<void> {
  await db.updateTable('admins').set({ password_hash: passwordHash, one_time_until: oneTimeUntil }).where('id', '=', id).execute();
}

/** Notes a sign-in of an admin who may, and whose password is still the one that was checked; says whether it is so. */
export async function noteSignIn(db: Db, { id, password_hash }: AdminRow, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admins')
    .set({ last_login_at: at })
    .where('id', '=', id)
    .where('status', '=', 'normal')
    .where('password_hash', '=', password_hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface NewAdminSession {
  id: string;
  admin_id: string;
  user_agent: string | null;
  /** When a code was given in it. */
  stepped_up_at: Date | null;
  ip: string;
  device_id: string;
  created_at: Date;
  last_input_at: Date;
  expires_at: Date;
}

export async function insertSession(db: Db, session: NewAdminSession): Promise<void> {
  await db.insertInto('admin_sessions').values(session).execute();
}

/** Locks the session that a refresh token belongs to: whoever presents another token of the same chain waits. */
export const lockSessionOf = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('admin_sessions as s')
    .innerJoin('admins as a', 'a.id', 's.admin_id')
    .select(['s.id', 'admin_id', 's.expires_at', 's.last_input_at', 's.ended_at', 's.ended_because', 'a.email', 'a.status', 'a.role'])
    .where('s.id', '=', (eb) => eb.selectFrom('admin_refresh_tokens').select('session_id').where('token_hash', '=', tokenHash))
    .forUpdate('s')
    .executeTakeFirst();

/** Notes that somebody typed or clicked, in a session that was still going on at that moment; undefined where it was not. */
export const noteInput = (db: Db, sessionId: string, at: Date, idleSince: Date) =>
  db
    .updateTable('admin_sessions')
    .set({ last_input_at: sql<Date>`greatest(last_input_at, ${at})` })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .where('last_input_at', '>', idleSince)
    .returning(['expires_at', 'last_input_at'])
    .executeTakeFirst();

/** Notes that a code was given in a session that goes on; says whether it does. */
export async function setStepUp(db: Db, sessionId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_sessions')
    .set({ stepped_up_at: at })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type AdminSessionEnd = 'logout' | 'reuse' | 'revoked' | 'password' | 'disabled';

/** Ends sessions that have not ended, in one order, so that two who end the same do not wait for each other; returns their ids. */
export async function endSessions(
  db: Db,
  which: { id: string } | { adminId: string; except?: string | undefined },
  because: AdminSessionEnd,
  at: Date,
): Promise<string[]> {
  const { id, adminId, except } = { id: undefined, adminId: undefined, except: undefined, ...which };
  const chosen = db
    .selectFrom('admin_sessions')
    .select('id')
    .where('ended_at', 'is', null)
    .$if(adminId !== undefined, (query) => query.where('admin_id', '=', adminId!))
    .$if(adminId === undefined, (query) => query.where('id', '=', id!))
    .$if(except !== undefined, (query) => query.where('id', '!=', except!))
    .orderBy('id')
    .forUpdate();
  const ended = await db
    .updateTable('admin_sessions')
    .set({ ended_at: at, ended_because: because })
    .where('id', 'in', chosen)
    .returning('id')
    .execute();
  return ended.map((session) => session.id);
}

/** Removes sessions that ended or ran out before a moment, with their tokens; returns how many. */
export async function deleteSessions(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('admin_sessions')
    .where((eb) => eb(eb.fn<Date>('least', ['ended_at', 'expires_at']), '<', before))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Remembers a device on which an admin's second factor was given. */
export async function insertDevice(db: Db, tokenHash: Buffer, adminId: string, at: Date, expiresAt: Date): Promise<void> {
  await db
    .insertInto('admin_devices')
    .values({ token_hash: tokenHash, admin_id: adminId, created_at: at, expires_at: expiresAt })
    .execute();
}

/** Whether it is a device of this very admin that is remembered at a moment. */
export async function isDeviceKnown(db: Db, tokenHash: Buffer, adminId: string, at: Date): Promise<boolean> {
  const device = await db
    .selectFrom('admin_devices')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('admin_id', '=', adminId)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return device !== undefined;
}

/** Forgets all devices of an admin. */
export async function deleteDevices(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom('admin_devices').where('admin_id', '=', adminId).execute();
}

/** Forgets devices that are remembered no longer; returns how many. */
export async function deleteOldDevices(db: Db, at: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('admin_devices').where('expires_at', '<=', at).executeTakeFirst();
  return Number(numDeletedRows);
}
