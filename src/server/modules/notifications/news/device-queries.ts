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

/** Returns the session if it is valid, and locks it until the transaction ends. */
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

/**
 * Registers the device of a session, replacing the session's previous subscription; an endpoint belongs to the user who last registered it.
 * Must run in a transaction.
 */
export async function replaceDevice(db: Db, device: NewDevice) {
  const { endpoint, session_id, p256dh, auth, vapid_public_key } = device;
  // Serialises concurrent registrations of the same endpoint.
  await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(db);
  await db.deleteFrom('push_devices').where(sql`md5(endpoint)`, '=', sql`md5(${endpoint})`).where('session_id', '<>', session_id).execute();
  return db
    .insertInto('push_devices')
    .values(device)
    .onConflict((oc) => oc.column('session_id').doUpdateSet({ endpoint, p256dh, auth, vapid_public_key, ...NOT_FAILING }))
    .returning(['id', 'session_id', 'created_at', 'reached_at'])
    .executeTakeFirstOrThrow();
}

/** Deletes all but the latest `kept` devices; devices of ended sessions go first. */
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

/** Records that a push service accepted a notification for a device. */
export async function markReached(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('push_devices')
    .set({ reached_at: at, ...NOT_FAILING })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Records a failed delivery, and deletes the device after too many consecutive failures that began before `since`. */
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

/** Deletes devices whose sessions have ended; returns how many. */
export async function deleteOfEndedSessions(db: Db, at: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices as d')
    .using('sessions as s')
    .whereRef('s.id', '=', 'd.session_id')
    .where((eb) => eb.or([eb('s.ended_at', 'is not', null), eb('s.expires_at', '<=', at)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Stores the spoiler shield of a session's browser. */
export async function setShield(db: Db, sessionId: string, shield: string | null, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ shield, shield_at: at }).where('id', '=', sessionId).execute();
}
