import type { AuditEntry as ListedEntry, listAudit } from '#contract/audit.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import * as audit from './queries.ts';

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

/** Author for failed sign-ins, together with their IP address. */
export const NOBODY = { id: null, email: 'not signed in', role: 'nobody' } as const;

export type Author = Actor | typeof COMMAND_LINE | typeof THE_SITE | (typeof NOBODY & Pick<RequestContext, 'ip'>);

/**
 * Writes an action to the audit log, in the transaction that carries it out: neither exists without the other. Call it once for every
 * change by an endpoint of the console, and for every downloaded file.
 */
export const recordAudit = (db: Db, author: Author, entry: AuditEntry, at: Date): Promise<void> => audit.insertEntry(db, author, entry, at);

/** Returns the caller of a console endpoint as an actor. */
export const actorOf = ({ id, email, role }: SignedInAdmin, { ip }: RequestContext): Actor => ({ id, email, role, ip });

/** Returns the reason of an action that requires one. Throws `reason_required` if it is blank. */
export function requireReason(reason: string): string {
  if (reason.trim() === '') throw new AppError('reason_required');
  return reason;
}

/** Maximum number of rows counted and paged (docs/rules.md#lists). */
const TOTAL_MAX = 10_000;

/** Returns a page of the audit log, latest first. Throws `invalid_query` beyond the last page. */
export async function list(deps: Deps, { page, page_size, ...asked }: ParsedInputOf<typeof listAudit>): Promise<ReplyOf<typeof listAudit>> {
  const offset = (page - 1) * page_size;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  const up_to_id = asked.up_to_id ?? (await audit.findLastId(deps.db));
  const filter = filterOf(asked, up_to_id);
  const [rows, counted, admins, actions] = await Promise.all([
    audit.findEntries(deps.db, filter, page_size, offset),
    audit.countEntries(deps.db, filter, TOTAL_MAX + 1),
    audit.findAdmins(deps.db),
    audit.findActions(deps.db),
  ]);
  const total = { total: Math.min(counted, TOTAL_MAX), ...(counted > TOTAL_MAX && { total_exact: false }) };
  return { items: rows.map(entryView), page, page_size, ...total, up_to_id, admins, actions };
}

/** Deletes rows older than five years (docs/rules.md#retention); returns how many. Run it daily. */
export const purgeAudit = ({ db, now }: Deps): Promise<number> => audit.deleteOld(db, now());

type Asked = Omit<ParsedInputOf<typeof listAudit>, 'page' | 'page_size'>;

const filterOf = ({ admin_id, action, subject_kind, subject_id, from, to, reason }: Asked, upToId: number): audit.AuditFilter => ({
  adminId: admin_id,
  action,
  subjectKind: subject_kind,
  subjectId: subject_id,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
  reason,
  upToId,
});

const entryView = (row: audit.AuditRow): ListedEntry => ({
  id: row.id,
  admin: { id: row.admin_id, email: row.admin_email, role: row.admin_role as ListedEntry['admin']['role'] },
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id },
  before: row.before as ListedEntry['before'],
  after: row.after as ListedEntry['after'],
  reason: row.reason,
  ip: row.ip,
  created_at: row.created_at.toISOString(),
});
