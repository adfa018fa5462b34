import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

export interface NewDevice {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  vapid_public_key: string;
  created_at: Date;
}

const NOT_FAILING = { failures: 0, failing_since: null };

/** Whether a session still holds; it holds until the transaction ends. */
export const lockSession = (db: Db, userId: string, sessionId: string, at: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent'])
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .forShare()
    .executeTakeFirst();

/** Has a session's device be told, in place of what it subscribed before; an endpoint belongs to whom it last came from. In a transaction. */
export async function replaceDevice(db: Db, device: NewDevice) {
  const { endpoint, session_id, p256dh, auth, vapid_public_key } = device;
  // Of two who bring the same one at once the second waits for the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(db);
  await db.deleteFrom('push_devices').where(sql`md5(endpoint)`, '=', sql`md5(${endpoint})`).where('session_id', '<>', session_id).execute();
  return db
    .insertInto('push_devices')
    .values(device)
    .onConflict((oc) => oc.column('session_id').doUpdateSet({ endpoint, p256dh, auth, vapid_public_key, ...NOT_FAILING }))
    .returning(['id', 'session_id', 'created_at', 'reached_at'])
    .executeTakeFirstOrThrow();
}

/** Keeps the latest `kept`; what is of a session that has ended goes first. */
export async function deleteOldest(db: Db, userId: string, kept: number, at: Date): Promise<void> {
  await sql`
    delete from push_devices where id in (
      select d.id from push_devices d join sessions s on s.id = d.session_id where d.user_id = ${userId}
      order by (s.ended_at is null and s.expires_at > ${at}) desc, d.created_at desc, d.id desc offset ${kept})`.execute(db);
}

export async function deleteDevice(db: Db, userId: string, which: { id: string } | { session_id: string }): Promise<void> {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['session_id', which.session_id] as const);
  await db.deleteFrom('push_devices').where('user_id', '=', userId).where(column, '=', value).execute();
}

export const findDeviceOf = (db: Db, userId: string, sessionId: string) =>
  db.selectFrom('push_devices').selectAll().where('user_id', '=', userId).where('session_id', '=', sessionId).executeTakeFirst();

/** Notes that a push service took something for a device. */
export async function markReached(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('push_devices')
    .set({ reached_at: at, ...NOT_FAILING })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Notes that a device was not reached, and forgets it where that happened too often in a row, and has since before `since`. */
export async function markFailed(db: Db, id: string, at: Date, enough: { failures: number; since: Date }): Promise<void> {
  await db
    .updateTable('push_devices')
    .set((eb) => ({ failures: eb('failures', '+', 1), failing_since: eb.fn.coalesce('failing_since', eb.val(at)) }))
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('failures', '>=', enough.failures)
    .where('failing_since', '<=', enough.since)
    .execute();
}

export async function removeDevice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_devices').where('id', '=', id).execute();
}

/** Forgets devices whose sessions have ended; says how many. */
export async function deleteOfEndedSessions(db: Db, at: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices as d')
    .using('sessions as s')
    .whereRef('s.id', '=', 'd.session_id')
    .where((eb) => eb.or([eb('s.ended_at', 'is not', null), eb('s.expires_at', '<=', at)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Notes which spoiler shield a session's browser wears. */
export async function setShield(db: Db, sessionId: string, shield: string | null, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ shield, shield_at: at }).where('id', '=', sessionId).execute();
}
