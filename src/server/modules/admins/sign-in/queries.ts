import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Admins } from '#server/platform/db/schema.ts';

export type AdminRow = Selectable<Admins>;

export const findAdmin = (db: Db, id: string): Promise<AdminRow | undefined> =>
  db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst();

export const findAdminByEmail = (db: Db, email: string): Promise<AdminRow | undefined> =>
  db.selectFrom('admins').selectAll().where('email', '=', email).executeTakeFirst();

/** Locks and returns an admin's row, so that concurrent changes wait. */
export const lockAdmin = (db: Db, id: string): Promise<AdminRow | undefined> =>
  db.selectFrom('admins').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Stores a password; `oneTimeUntil` is its expiry if somebody else has seen it. */
export async function setPassword(db: Db, id: string, passwordHash: string, oneTimeUntil: Date | null): Promise<void> {
  await db.updateTable('admins').set({ password_hash: passwordHash, one_time_until: oneTimeUntil }).where('id', '=', id).execute();
}

/** Records a sign-in if the admin is active and the password is still the one that was checked; returns whether it did. */
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
  /** When a code was last given in this session. */
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

/** Locks the session that a refresh token belongs to, so that requests with other tokens of the same chain wait. */
export const lockSessionOf = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('admin_sessions as s')
    .innerJoin('admins as a', 'a.id', 's.admin_id')
    .select(['s.id', 'admin_id', 's.expires_at', 's.last_input_at', 's.ended_at', 's.ended_because', 'a.email', 'a.status', 'a.role'])
    .where('s.id', '=', (eb) => eb.selectFrom('admin_refresh_tokens').select('session_id').where('token_hash', '=', tokenHash))
    .forUpdate('s')
    .executeTakeFirst();

/** Records user input in a session that was active at that moment; returns undefined if it was not. */
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

/** Records a step-up in an active session; returns whether it is active. */
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

/** Ends sessions that have not ended; returns their ids. Locks them in a fixed order, so that simultaneous calls cannot deadlock. */
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

/** Deletes sessions that ended or expired before a moment, with their tokens; returns how many. */
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

/** Returns whether a device is remembered for this admin at a moment. */
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

/** Deletes all remembered devices of an admin. */
export async function deleteDevices(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom('admin_devices').where('admin_id', '=', adminId).execute();
}

/** Deletes expired remembered devices; returns how many. */
export async function deleteOldDevices(db: Db, at: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('admin_devices').where('expires_at', '<=', at).executeTakeFirst();
  return Number(numDeletedRows);
}
