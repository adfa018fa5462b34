import { z } from 'zod';
import { ADMIN_ROLES, TREASURERS } from '#domain/identity/admin-role.ts';
import { paging, queryText, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** The admin's reason for an action. The wire limits the size; an empty one is `reason_required` (modules/admins/audit). */
export const reason = z.string().trim().max(500);

/** A change that an admin made, or a file that they downloaded. */
export const auditEntry = z.object({
  id: z.number().int(),
  /**
   * The admin's address and role at the time of the action. The id is null for the command line, the first start, and callers who are not
   * signed in (`nobody`).
   */
  admin: z.object({ id: uuid.nullable(), email: z.string(), role: z.enum([...ADMIN_ROLES, 'command_line', 'site', 'group', 'nobody']) }),
  /** The action: `user.disable`, `withdrawal.approve`. */
  action: z.string(),
  /** `name`: the present name of a user, admin or contest, or the user of a withdrawal; null if there is none. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  /** The changed values of the subject, before and after. */
  before: z.record(z.string(), z.json()).nullable(),
  after: z.record(z.string(), z.json()).nullable(),
  reason: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: timestamp,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Names of actions and kinds of subjects: lower case, with dots and underscores. */
const name = z.string().regex(/^[a-z0-9_.-]{1,60}$/);

const filter = {
  admin_id: uuid.optional(),
  /** A whole action (`user.disable`), or all of a kind (`user`). */
  action: name.optional(),
  subject_kind: name.optional(),
  subject_id: queryText(100).optional(),
  /** From this moment (inclusive) to that one (exclusive). */
  from: timestamp.optional(),
  to: timestamp.optional(),
  /** Text contained in the reason, ignoring case. */
  reason: queryText(100).optional(),
};

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: TREASURERS,
  summary: 'The audit log, newest first',
  input: z.object({
    ...filter,
    page_size: paging.page_size,
    /** Only entries before this one: the `next` of the page before, so that pages do not shift as entries are added. */
    before_id: z.coerce.number<number>().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.object({
    items: z.array(auditEntry),
    /** For the next page; null if there are no older entries. */
    next: z.number().int().nullable(),
    /** How many entries match: exact to 10,000, beyond that `total_exact` is false. */
    total: z.number().int(),
    total_exact: z.boolean(),
    /** The available filter values. */
    admins: z.array(z.object({ id: uuid, email: z.string() })),
    actions: z.array(z.string()),
  }),
});

export const auditFile = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export.jsonl',
  access: TREASURERS,
  produces: 'application/x-ndjson; charset=utf-8',
  fileName: 'audit.jsonl',
  isExport: true,
  summary: 'Exports the audit log with a signed digest, oldest first; recorded in it',
  input: z.object(filter),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});
