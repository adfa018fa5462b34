import { sql } from 'kysely';
import type { Adjusted } from '#domain/ledger/adjustment.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Locks an admin, which serialises their simultaneous adjustments. Of other requests only the admin's sign-ins wait. */
export async function lockAdmin(db: Db, id: string): Promise<void> {
  await db.selectFrom('admins').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Returns whether a user is normal, disabled or deleted; undefined if the user never existed. */
export const findStatus = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst())?.status;

/** Sums the adjustments since a moment, of a user and by an admin, with and without a second admin. */
export async function sumAdjusted(db: Db, userId: string, adminId: string, since: Date): Promise<Adjusted> {
  const { rows } = await sql<Adjusted>`
    select
      (select coalesce(sum(abs(delta)), 0)::bigint from adjustments where user_id = ${userId} and created_at > ${since}) as user,
      (select coalesce(sum(abs(delta)), 0)::bigint from adjustments where admin_id = ${adminId} and created_at > ${since}) as admin`.execute(
    db,
  );
  return rows[0]!;
}

export interface NewAdjustment {
  id: string;
  user_id: string;
  delta: number;
  source: 'manual_adjust' | 'admin_adjust';
  reason: string;
  admin_id: string;
  approval_id: string | null;
  created_at: Date;
}

export async function insertAdjustment(db: Db, adjustment: NewAdjustment): Promise<void> {
  await db.insertInto('adjustments').values(adjustment).execute();
}

/** Returns adjustments of a user with requester and approver, latest first. */
export const findAdjustments = (db: Db, userId: string, limit: number, offset: number) =>
  db
    .selectFrom('adjustments as j')
    .innerJoin('admins as asker', 'asker.id', 'j.admin_id')
    .leftJoin('approvals as p', 'p.id', 'j.approval_id')
    .leftJoin('admins as agreed', 'agreed.id', 'p.decided_by')
    .select(['j.id', 'j.delta', 'j.source', 'j.reason', 'j.admin_id', 'j.created_at', 'asker.email as admin_email'])
    .select(['p.decided_by', 'p.decided_at', 'p.decision_note', 'agreed.email as decided_email'])
    .where('j.user_id', '=', userId)
    .orderBy('j.created_at', 'desc')
    .orderBy('j.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Counts the adjustments of a user. */
export async function countAdjustments(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('adjustments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
