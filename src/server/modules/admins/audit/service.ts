import { type Selectable, sql } from 'kysely';
import type { auditFile, AuditEntry as ListedEntry, listAudit } from '#contract/audit.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { AUDIT_YEARS } from '#domain/identity/retention.ts';
import type { Deps } from '#server/deps.ts';
import { likeText } from '#server/platform/db/like.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { AuditLog } from '#server/platform/db/schema.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, totalOf } from '#server/platform/http/paging.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { subjectKey, subjectNames } from './subject-names.ts';

/** An action of an admin and its subject. */
export interface AuditEntry {
  /** Name of the action: `user.disable`, `withdrawal.approve`. */
  action: string;
  subject: { kind: string; id: string };
  /** The changed fields of the subject, before and after: only what changed, and nothing secret. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  reason?: string | null;
}

/** The acting admin and their IP address. */
export type Actor = Pick<SignedInAdmin, 'id' | 'email' | 'role'> & Pick<RequestContext, 'ip'>;

/** Author for actions with direct access to the server: the command line, and the first start. */
export const COMMAND_LINE = { id: null, email: 'command line', role: 'command_line', ip: null } as const;

/** Author for consequences of earlier actions. */
export const THE_SITE = { id: null, email: 'the site', role: 'site', ip: null } as const;

/** Author for what owners and helpers of tipping groups do there: `after.by` is the user. */
export const A_GROUP = { id: null, email: 'a tipping group', role: 'group', ip: null } as const;

/** Author for failed sign-ins, together with their IP address. */
export const NOBODY = { id: null, email: 'not signed in', role: 'nobody' } as const;

/** An admin who acts outside of a request; the IP address is that of the session behind it, null if unknown. */
type AbsentActor = Omit<Actor, 'ip'> & { ip: string | null };

export type Author =
  | Actor
  | AbsentActor
  | typeof COMMAND_LINE
  | typeof THE_SITE
  | typeof A_GROUP
  | (typeof NOBODY & Pick<RequestContext, 'ip'>);

/**
 * Writes an action to the audit log, in the transaction that carries it out: neither exists without the other. Call it once for every
 * change by an endpoint of the console, and for every downloaded file.
 */
export const recordAudit = (db: Db, author: Author, entry: AuditEntry, at: Date): Promise<void> => insertEntry(db, author, entry, at);

/** Returns the caller of a console endpoint as an actor. */
export const actorOf = ({ id, email, role }: SignedInAdmin, { ip }: RequestContext): Actor => ({ id, email, role, ip });

/** Returns the reason of an action that requires one. Throws `reason_required` if it is blank. */
export function requireReason(reason: string): string {
  if (reason.trim() === '') throw new AppError('reason_required');
  return reason;
}

/** Returns a page of the audit log, latest first. */
export async function listEntries(
  { db }: Deps,
  { page_size, before_id, ...asked }: ParsedInputOf<typeof listAudit>,
): Promise<ReplyOf<typeof listAudit>> {
  const [rows, counted, admins, actions] = await Promise.all([
    findEntriesBefore(db, asked, before_id, page_size + 1),
    countEntries(db, asked, COUNT_MAX),
    findAdmins(db),
    findActions(db),
  ]);
  const shown = rows.slice(0, page_size);
  const next = rows.length > page_size ? shown.at(-1)!.id : null;
  return { items: await listedEntries(db, shown), next, total_exact: true, ...totalOf(counted), admins, actions };
}

/** Returns rows as they are shown, with the present names of their subjects. */
export async function listedEntries(db: Db, rows: readonly AuditRow[]): Promise<ListedEntry[]> {
  const names = await subjectNames(
    db,
    rows.map((row) => ({ kind: row.subject_kind, id: row.subject_id })),
  );
  return rows.map((row) => entryView(row, names));
}

/** Deletes rows older than five years (docs/rules.md#retention); returns how many. Run it daily. */
export const purgeAudit = ({ db, now }: Deps): Promise<number> => deleteOld(db, now());

type Asked = ParsedInputOf<typeof auditFile>;

const entryView = (row: AuditRow, names: ReadonlyMap<string, string>): ListedEntry => ({
  id: row.id,
  admin: { id: row.admin_id, email: row.admin_email, role: row.admin_role as ListedEntry['admin']['role'] },
  action: row.action,
  subject: subjectOf({ kind: row.subject_kind, id: row.subject_id }, names),
  before: row.before as ListedEntry['before'],
  after: row.after as ListedEntry['after'],
  reason: row.reason,
  ip: row.ip,
  created_at: row.created_at.toISOString(),
});

const subjectOf = (subject: { kind: string; id: string }, names: ReadonlyMap<string, string>): ListedEntry['subject'] => ({
  ...subject,
  name: names.get(subjectKey(subject)) ?? null,
});

export type AuditRow = Selectable<AuditLog>;

/** Inserts a row, which is never changed. */
async function insertEntry(db: Db, author: Author, { action, subject, before, after, reason }: AuditEntry, at: Date): Promise<void> {
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

/**
 * Returns the rows that match a filter and are older than a row, or the latest, latest first. Days are read in the order of their index: by
 * id, all rows after a day long ago would be read first.
 */
function findEntriesBefore(db: Db, asked: Asked, beforeId: number | undefined, limit: number): Promise<AuditRow[]> {
  const rows = filtered(db, asked).selectAll().limit(limit);
  if (asked.from === undefined && asked.to === undefined) {
    const latest = rows.orderBy('id', 'desc');
    return (beforeId === undefined ? latest : latest.where('id', '<', beforeId)).execute();
  }
  const latest = rows.orderBy('created_at', 'desc').orderBy('id', 'desc');
  if (beforeId === undefined) return latest.execute();
  const before = sql<boolean>`(created_at, id) < (select b.created_at, b.id from audit_log b where b.id = ${beforeId})`;
  return latest.where(before).execute();
}

/** Returns the rows that match a filter, lie between two ids (the first exclusive, the last inclusive), oldest first. */
export const findEntriesAfter = (db: Db, asked: Asked, afterId: number, upToId: number, limit: number): Promise<AuditRow[]> =>
  filtered(db, asked).selectAll().where('id', '>', afterId).where('id', '<=', upToId).orderBy('id').limit(limit).execute();

/** Counts the rows that match a filter, up to a limit. */
async function countEntries(db: Db, asked: Asked, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, asked).select('id').limit(max).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function filtered(db: Db, { admin_id, action, subject_kind, subject_id, from, to, reason }: Asked) {
  let query = db.selectFrom('audit_log');
  if (admin_id !== undefined) query = query.where('admin_id', '=', admin_id);
  if (action !== undefined) query = query.where((eb) => eb.or([eb('action', '=', action), eb('action', 'like', `${likeText(action)}.%`)]));
  if (subject_kind !== undefined) query = query.where('subject_kind', '=', subject_kind);
  if (subject_id !== undefined) query = query.where('subject_id', '=', subject_id);
  if (from !== undefined) query = query.where('created_at', '>=', new Date(from));
  if (to !== undefined) query = query.where('created_at', '<', new Date(to));
  if (reason !== undefined) query = query.where('reason', 'ilike', `%${likeText(reason)}%`);
  return query;
}

/** Escapes the special characters of a LIKE pattern. */

/** Returns the id of the last row; 0 if there is none. */
export async function lastEntryId(db: Db): Promise<number> {
  const last = await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return last?.id ?? 0;
}

/** Returns all admins by address, for the filter by actor. */
const findAdmins = (db: Db) => db.selectFrom('admins').select(['id', 'email']).orderBy('email').execute();

/** Returns every action in the log, by stepping along the index instead of reading all rows. */
async function findActions(db: Db): Promise<string[]> {
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
async function deleteOld(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from audit_log where created_at < least(${now}, now()) - make_interval(years => ${AUDIT_YEARS})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
