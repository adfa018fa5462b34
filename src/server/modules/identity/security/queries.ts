import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Who an address belongs to; as little as is needed, so that finding somebody takes no longer than finding nobody. */
export const findByEmail = (db: Db, email: string, identity: string) =>
  db
    .selectFrom('users')
    .select(['id', 'status', 'locale'])
    .where('email_identity', '=', identity)
    .where((eb) => eb.or([eb('email', '=', email), eb('email_verified_at', 'is', null)]))
    .executeTakeFirst();

/** A user, locked: who changes the same password or address meanwhile waits. A stake of theirs does not, and with it everybody's in its batch. */
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

/** Notes in which browser the password was last reset: the account knows it from now on. */
export async function setRecoveryDevice(db: Db, userId: string, deviceId: string): Promise<void> {
  await db.updateTable('users').set({ recovery_device_id: deviceId }).where('id', '=', userId).execute();
}

/** Notes that the user's address was proven to be theirs, as its owner spells it; the first time counts. */
export const confirmEmail = (db: Db, userId: string, email: string, at: Date) =>
  db
    .updateTable('users')
    .set((eb) => ({ email, email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(at)) }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Gives the user another address, proven to be theirs. Fails by a constraint where somebody else has it. */
export const replaceEmail = (db: Db, userId: string, email: string, identity: string, at: Date) =>
  db
    .updateTable('users')
    .set({ email, email_identity: identity, email_verified_at: at })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Holds payouts until a moment, or for longer where they are held for longer already; returns until when. What was approved and is not sent is
 * frozen until then, which is written down as of `at`.
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

/** When the owner last proved in a session that they are there; null where they have not, or where it is over. */
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

/** Notes a step-up; false where the session is over. */
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

/** Sessions that somebody could still go on with: the given one first, then by when they were last seen. */
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

/** Takes a link, once; whose it was, or null where there is none that is still good. */
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

/** Removes links that expired before a moment; returns how many. */
export async function deleteLinks(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('security_links').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whether a session is still on. */
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
