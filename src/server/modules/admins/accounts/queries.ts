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

/** Adds an admin; undefined where there is one with this address. */
export const insertAdmin = (db: Db, admin: NewAdmin): Promise<AdminRow | undefined> =>
  db
    .insertInto('admins')
    .values(admin)
    .onConflict((oc) => oc.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Locks two admins in one order, so that two who change each other do not wait for each other; those that are there. */
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

/** An admin as the list shows them. */
export type ListedAdmin = Awaited<ReturnType<typeof findListed>>[number];

/** Admins by address, or one, with who made them and how many of their sessions go on at a moment (without input since `idleSince`: none). */
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

/** The first that are there, by address, of some addresses. */
export const findByEmails = (db: Db, emails: readonly string[]): Promise<AdminRow[]> =>
  db.selectFrom('admins').selectAll().where('email', 'in', emails).orderBy('email').execute();

/** Of those who ask for the same change of an admin at once, one comes after the other. */
export async function lockAsking(db: Db, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`matchpoint admins ${what}`}))`.execute(db);
}

/** Whether such a change of an admin, by their address, waits for a second super. */
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
