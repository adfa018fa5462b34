import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Users } from '#server/platform/db/schema.ts';

export type UserRow = Selectable<Users>;

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the owner of an invite code. */
export const findInviter = (db: Db, inviteCode: string) =>
  db.selectFrom('users').select('id').where('invite_code', '=', inviteCode).executeTakeFirst();

/**
 * Returns whether the address, or another spelling of the same mailbox, is registered. With `exceptUserId`: whether another user has
 * confirmed it.
 */
export async function isEmailTaken(db: Db, email: string, identity: string, exceptUserId?: string): Promise<boolean> {
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('email', '=', email), eb('email_identity', '=', identity)]))
    .$if(exceptUserId !== undefined, (query) => query.where('id', '!=', exceptUserId!).where('email_verified_at', 'is not', null))
    .executeTakeFirst();
  return taken !== undefined;
}

export interface NewUser {
  id: string;
  email: string | null;
  email_identity: string | null;
  email_verified_at: Date | null;
  password_hash: string | null;
  display_name: string | null;
  public_handle: string;
  invite_code: string;
  invited_by: string | null;
  invited_with: string | null;
  invited_through: string | null;
  time_zone: string;
  locale: string;
  registration_ip: string | null;
  registration_country: string | null;
  registration_device_id: string | null;
  terms_version: string;
  created_at: Date;
}

export const insertUser = (db: Db, user: NewUser): Promise<UserRow> =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

export interface NewSession {
  id: string;
  user_id: string;
  remember: boolean;
  user_agent: string | null;
  ip: string;
  country: string | null;
  device_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/**
 * Inserts a session and the first refresh token of its chain if the user's password is still the one that was checked; returns whether it
 * did. Waits for a password change in progress, which holds the user's row and ends the sessions that it finds. One statement: a single
 * round trip, atomic without a transaction.
 */
export async function insertSession(db: Db, session: NewSession, tokenHash: Buffer, passwordHash: string | null): Promise<boolean> {
  const { rows } = await sql`/* open_session */
    with signed_in as (
      update users set last_login_at = ${session.created_at}
      where id = ${session.user_id} and status = 'normal' and password_hash is not distinct from ${passwordHash}
      returning id
    ), opened as (
      insert into sessions (id, user_id, remember, user_agent, ip, country, device_id, created_at, last_seen_at, expires_at)
      select ${session.id}, signed_in.id, ${session.remember}, ${session.user_agent}, ${session.ip}, ${session.country}, ${session.device_id},
        ${session.created_at}, ${session.last_seen_at}, ${session.expires_at}
      from signed_in returning id
    )
    insert into refresh_tokens (token_hash, session_id, created_at)
    select ${tokenHash}, id, ${session.created_at} from opened returning session_id`.execute(db);
  return rows.length > 0;
}

/** Locks the session that a refresh token belongs to, so that requests with other tokens of the same chain wait. */
export const lockSessionOf = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_id', 'remember', 'expires_at', 'ended_at', 'ended_because', 'users.email', 'users.status'])
    .where('sessions.id', '=', (eb) => eb.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', tokenHash))
    .forUpdate('sessions')
    .executeTakeFirst();

/**
 * Records when a session was last seen and given an access token; never an earlier time than before, as the clock may have been set back.
 */
export async function noteSeen(db: Db, { id }: { id: string }, at: Date): Promise<void> {
  await sql`update sessions set last_seen_at = greatest(last_seen_at, ${at}) where id = ${id}`.execute(db);
}

export type SessionEnd = 'logout' | 'reuse' | 'revoked' | 'password' | 'not_me' | 'left';

/**
 * Ends sessions that have not ended; returns their ids. Locks them in a fixed order, so that simultaneous calls cannot deadlock. `ended_at`
 * is never earlier than the time a session was last seen: after the clock was set back, access tokens issued before are still valid, and
 * must be refused.
 */
export async function endSessions(
  db: Db,
  which: { id: string } | { userId: string; id?: string | undefined; except?: string | undefined },
  because: SessionEnd,
  at: Date,
): Promise<string[]> {
  const { userId, id, except } = { userId: undefined, except: undefined, ...which };
  const chosen = db
    .selectFrom('sessions')
    .select('id')
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(except !== undefined, (query) => query.where('id', '!=', except!))
    .orderBy('id')
    .forUpdate();
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`greatest(last_seen_at, ${at})`, ended_because: because })
    .where('id', 'in', chosen)
    .returning('id')
    .execute();
  return ended.map((session) => session.id);
}

/** Returns the sessions that ended at a moment or later. */
export const findEndedSince = (db: Db, since: Date) => db.selectFrom('sessions').select('id').where('ended_at', '>=', since).execute();

/** Deletes sessions that ended or expired before a moment, with their tokens; returns how many. */
export async function deleteSessions(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (select id from sessions where least(ended_at, expires_at) < ${before}),
      tokens as (delete from refresh_tokens where session_id in (select id from old)),
      gone as (delete from sessions where id in (select id from old) returning id)
    select count(*) as deleted from gone`.execute(db);
  return rows[0]!.deleted;
}

/** Deletes the IP addresses of registrations before a moment; returns of how many users. The country stays. */
export async function purgeRegistrationIps(db: Db, before: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ registration_ip: null })
    .where('registration_ip', 'is not', null)
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
