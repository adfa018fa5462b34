import { sql } from 'kysely';
import type { ApprovalKind } from '#contract/approvals.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface NewApproval {
  id: string;
  kind: ApprovalKind;
  subject_id: string;
  payload: object;
  points: number;
  reason: string;
  requested_by: string;
  created_at: Date;
}

export async function insertApproval(db: Db, { payload, ...approval }: NewApproval): Promise<void> {
  await db
    .insertInto('approvals')
    .values({ ...approval, payload: JSON.stringify(payload) })
    .execute();
}

/** Locks and returns an approval, so that it is decided once; undefined if there is none. */
export const lockApproval = (db: Db, id: string) =>
  db.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export interface Decision {
  state: 'approved' | 'rejected';
  decided_by: string;
  decided_at: Date;
  decision_note: string | null;
}

export async function decideApproval(db: Db, id: string, decision: Decision): Promise<void> {
  await db.updateTable('approvals').set(decision).where('id', '=', id).execute();
}

/** Withdraws a waiting approval that no longer applies; returns null if it is being decided, or does not wait. */
export const withdrawWaiting = (db: Db, id: string, at: Date) =>
  db
    .updateTable('approvals')
    .set({ state: 'withdrawn', decided_at: at })
    .where('id', '=', (eb) =>
      eb.selectFrom('approvals').select('id').where('id', '=', id).where('state', '=', 'waiting').forUpdate().skipLocked(),
    )
    .returning(['id', 'kind', 'subject_id', 'points', 'reason'])
    .executeTakeFirst();

/** Selects approvals with the addresses of requester and decider. */
const withAdmins = (db: Db) =>
  db
    .selectFrom('approvals as p')
    .innerJoin('admins as asked', 'asked.id', 'p.requested_by')
    .leftJoin('admins as decided', 'decided.id', 'p.decided_by')
    .selectAll('p')
    .select(['asked.email as requested_email', 'decided.email as decided_email']);

export type ApprovalRow = Awaited<ReturnType<typeof findWaiting>>[number];

/** Returns waiting approvals, oldest first. */
export const findWaiting = (db: Db, limit: number, offset: number) =>
  withAdmins(db).where('p.state', '=', 'waiting').orderBy('p.created_at').orderBy('p.id').limit(limit).offset(offset).execute();

/** Returns all approvals, latest first: their ids begin with the time. */
export const findAll = (db: Db, limit: number, offset: number): Promise<ApprovalRow[]> =>
  withAdmins(db).orderBy('p.id', 'desc').limit(limit).offset(offset).execute();

export const findApproval = (db: Db, id: string): Promise<ApprovalRow> => withAdmins(db).where('p.id', '=', id).executeTakeFirstOrThrow();

/** Counts all or the waiting approvals, up to `max`. */
export async function countApprovals(db: Db, state: 'waiting' | 'all', max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from approvals ${state === 'waiting' ? sql`where state = 'waiting'` : sql``} limit ${max}
    ) counted`.execute(db);
  return rows[0]!.count;
}

/** Counts withdrawals that one admin has approved and a second one still has to. */
export async function countHalfApproved(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from withdrawals where status = 'pending' and first_approved_by is not null`.execute(db);
  return rows[0]!.count;
}

export const findAdmins = (db: Db, ids: readonly string[]) =>
  db.selectFrom('admins').select(['id', 'email']).where('id', '=', sql<string>`any(${ids}::uuid[])`).orderBy('email').execute();

/** Returns the markets and matches of contests. */
export const findContests = (db: Db, ids: readonly string[]) =>
  db.selectFrom('contests').select(['id', 'market', 'match_id']).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();

/** Returns the waiting approvals for a subject. */
export const findWaitingAbout = (db: Db, subjectId: string) =>
  db.selectFrom('approvals').select(['id', 'kind']).where('subject_id', '=', subjectId).where('state', '=', 'waiting').execute();

/** Returns withdrawals with their owners. */
export const findWithdrawals = (db: Db, ids: readonly string[]) =>
  db.selectFrom('withdrawals').select(['id', 'user_id', 'points', 'amount']).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
