import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { AuditLog } from '#server/platform/db/schema.ts';
import type { AuditEntry, Author } from './service.ts';

export type AuditRow = Selectable<AuditLog>;

/** Inserts a row, which is never changed. */
export async function insertEntry(db: Db, author: Author, { action, subject, before, after, reason }: AuditEntry, at: Date): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      admin_id: author.id,
      admin_email: author.email,
      admin_role: author.role,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason: reason ?? null,
      ip: author.ip,
      created_at: at,
    })
    .execute();
}

export interface AuditFilter {
  adminId?: string | undefined;
  /** A complete action, or the prefix before a dot. */
  action?: string | undefined;
  subjectKind?: string | undefined;
  subjectId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Text contained in the reason, in any case. */
  reason?: string | undefined;
  upToId: number;
}

/** Returns a page of the rows that match a filter, latest first. */
export const findEntries = (db: Db, filter: AuditFilter, limit: number, offset: number): Promise<AuditRow[]> =>
  filtered(db, filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();

/** Counts the rows that match a filter, up to a limit. */
export async function countEntries(db: Db, filter: AuditFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select('id').limit(max).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function filtered(db: Db, { adminId, action, subjectKind, subjectId, from, to, reason, upToId }: AuditFilter) {
  let query = db.selectFrom('audit_log').where('id', '<=', upToId);
  if (adminId !== undefined) query = query.where('admin_id', '=', adminId);
  if (action !== undefined) query = query.where((eb) => eb.or([eb('action', '=', action), eb('action', 'like', `${literally(action)}.%`)]));
  if (subjectKind !== undefined) query = query.where('subject_kind', '=', subjectKind);
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<', to);
  if (reason !== undefined) query = query.where('reason', 'ilike', `%${literally(reason)}%`);
  return query;
}

/** Escapes the special characters of a LIKE pattern. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns the id of the last row; 0 if there is none. */
export async function findLastId(db: Db): Promise<number> {
  const last = await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return last?.id ?? 0;
}

/** Returns all admins ordered by address, as any of them may have acted. */
export const findAdmins = (db: Db) => db.selectFrom('admins').select(['id', 'email']).orderBy('email').execute();

/** Returns every action in the log, by stepping along the index instead of reading all rows. */
export async function findActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive actions as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > a.action order by l.action limit 1) from actions a where a.action is not null
    )
    select action from actions where action is not null`.execute(db);
  return rows.map(({ action }) => action);
}

/** Deletes rows at least five years older than a moment, and than the database's clock; returns how many. */
export async function deleteOld(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from audit_log where created_at < least(${now}, now()) - interval '5 years'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
