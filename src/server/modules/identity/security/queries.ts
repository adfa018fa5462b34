import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Returns the owner of an address. Selects few columns, so that a hit takes no longer than a miss. */
export const findByEmail = (db: Db, email: string, identity: string) =>
  db
    .selectFrom('users')
    .select(['id', 'status', 'locale'])
    .where('email_identity', '=', identity)
    .where((eb) => eb.or([eb('email', '=', email), eb('email_verified_at', 'is', null)]))
    .executeTakeFirst();

/**
 * Locks and returns a user, so that concurrent changes of password or address wait. Does not block the user's stakes, and thereby their
 * whole batch.
 */
export const lockUser = (db: Db, by: { id: string } | { email: string }) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('email', '=', by.email)))
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function setPassword(db: Db, userId: string, passwordHash: string, at: Date): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash, password_changed_at: at }).where('id', '=', userId).execute();
}

/** Records the browser of the last password reset, which makes it known to the account. */
export async function setRecoveryDevice(db: Db, userId: string, deviceId: string): Promise<void> {
  await db.updateTable('users').set({ recovery_device_id: deviceId }).where('id', '=', userId).execute();
}

/** Marks the user's address as confirmed, in its owner's spelling; keeps the time of the first confirmation. */
export const confirmEmail = (db: Db, userId: string, email: string, at: Date) =>
  db
    .updateTable('users')
    .set((eb) => ({ email, email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(at)) }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Replaces the user's address by another confirmed one. Fails with a unique violation if another user has it. */
export const replaceEmail = (db: Db, userId: string, email: string, identity: string, at: Date) =>
  db
    .updateTable('users')
    .set({ email, email_identity: identity, email_verified_at: at })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Puts withdrawals on hold until a moment, unless they are on hold for longer already; returns until when. Freezes approved withdrawals
 * that are not sent yet, recorded as of `at`.
 */
export async function holdRedeem({ wiring }: Pick<Deps, 'wiring'>, db: Db, userId: string, until: Date, at: Date): Promise<Date> {
  const { redeem_held_until } = await db
    .updateTable('users')
    .set({ redeem_held_until: sql<Date>`greatest(redeem_held_until, ${until})` })
    .where('id', '=', userId)
    .returning('redeem_held_until')
    .executeTakeFirstOrThrow();
  await wiring.onRedeemHeld(db, userId, redeem_held_until!, at);
  return redeem_held_until!;
}

/** Returns when the session was last stepped up; null if it was not, or the session has ended. */
export async function findStepUp(db: Db, userId: string, sessionId: string): Promise<Date | null> {
  const session = await db
    .selectFrom('sessions')
    .select('stepped_up_at')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return session?.stepped_up_at ?? null;
}

/** Records a step-up; returns false if the session has ended. */
export async function setStepUp(db: Db, userId: string, sessionId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ stepped_up_at: at })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns active sessions: the given one first, then by when they were last seen. */
export const findSessions = (db: Db, userId: string, currentId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'country', 'remember', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy((eb) => eb('id', '=', currentId), 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();

export async function hasSession(db: Db, userId: string, id: string): Promise<boolean> {
  const session = await db.selectFrom('sessions').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return session !== undefined;
}

export async function insertLink(db: Db, tokenHash: Buffer, userId: string, at: Date, expiresAt: Date): Promise<void> {
  await db.insertInto('security_links').values({ token_hash: tokenHash, user_id: userId, created_at: at, expires_at: expiresAt }).execute();
}

/** Uses up a link; returns its owner, or null if there is no such valid link. */
export async function takeLink(db: Db, tokenHash: Buffer, at: Date): Promise<string | null> {
  const taken = await db
    .updateTable('security_links')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('user_id')
    .executeTakeFirst();
  return taken?.user_id ?? null;
}

/** Deletes links that expired before a moment; returns how many. */
export async function deleteLinks(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('security_links').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whether a session of the user has ended; false for one that is unknown. */
export async function hasSessionEnded(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a session is active. */
export async function hasLiveSession(db: Db, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return session !== undefined;
}
