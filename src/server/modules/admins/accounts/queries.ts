import { sql } from 'kysely';
import type { AdminRow } from '#server/modules/admins/sign-in/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface NewAdmin {
  id: string;
  email: string;
  role: string;
  password_hash: string;
  one_time_until: Date;
  created_by: string | null;
  created_at: Date;
}

/** Inserts an admin; returns undefined if the address exists. */
export const insertAdmin = (db: Db, admin: NewAdmin): Promise<AdminRow | undefined> =>
  db
    .insertInto('admins')
    .values(admin)
    .onConflict((oc) => oc.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Locks admins in a fixed order, so that two who change each other cannot deadlock; returns those that exist. */
export const lockAdmins = (db: Db, ids: readonly string[]): Promise<AdminRow[]> =>
  db.selectFrom('admins').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();

export async function setRole(db: Db, id: string, role: string): Promise<void> {
  await db.updateTable('admins').set({ role }).where('id', '=', id).execute();
}

export async function setStatus(db: Db, id: string, status: 'normal' | 'disabled'): Promise<void> {
  await db.updateTable('admins').set({ status }).where('id', '=', id).execute();
}

export const countAdmins = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('admins')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** An admin as listed. */
export type ListedAdmin = Awaited<ReturnType<typeof findListed>>[number];

/**
 * Returns admins ordered by address, or one admin, with their creator and the number of active sessions (no input since `idleSince` means
 * inactive).
 */
export const findListed = (db: Db, which: { limit: number; offset: number } | { id: string }, at: Date, idleSince: Date) => {
  const { id, limit, offset } = { id: undefined, limit: 1, offset: 0, ...which };
  return db
    .selectFrom('admins as a')
    .leftJoin('admins as m', 'm.id', 'a.created_by')
    .select(['a.id', 'a.email', 'a.role', 'a.status', 'a.totp_enabled_at', 'a.one_time_until', 'a.created_at', 'a.last_login_at'])
    .select(['m.id as maker_id', 'm.email as maker_email'])
    .select(
      sql<number>`(select count(*) from admin_sessions s
        where s.admin_id = a.id and s.ended_at is null and s.expires_at > ${at} and s.last_input_at > ${idleSince})`.as('sessions'),
    )
    .$if(id !== undefined, (query) => query.where('a.id', '=', id!))
    .orderBy('a.email')
    .limit(limit)
    .offset(offset)
    .execute();
};

/** Returns the admins with these addresses, ordered by address. */
export const findByEmails = (db: Db, emails: readonly string[]): Promise<AdminRow[]> =>
  db.selectFrom('admins').selectAll().where('email', 'in', emails).orderBy('email').execute();

/** Serialises requests for the same change of an admin. */
export async function lockAsking(db: Db, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`matchpoint admins ${what}`}))`.execute(db);
}

/** Returns whether such a change of an admin, identified by address, waits for a second super. */
export async function isAskedFor(db: Db, kind: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('approvals')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`payload ->> 'email' = ${email}`)
    .executeTakeFirst();
  return row !== undefined;
}
