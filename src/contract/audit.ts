import { z } from 'zod';
import { ADMIN_ROLES, TREASURERS } from '#domain/identity/admin-role.ts';
import { listOf, paging, queryText, timestamp, uuid } from './common.ts';
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
  admin: z.object({ id: uuid.nullable(), email: z.string(), role: z.enum([...ADMIN_ROLES, 'command_line', 'site', 'nobody']) }),
  /** The action: `user.disable`, `withdrawal.approve`. */
  action: z.string(),
  subject: z.object({ kind: z.string(), id: z.string() }),
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

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: TREASURERS,
  summary: 'The audit log, newest first',
  input: z.object({
    ...paging,
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
    /** Only entries that existed when the first page was fetched: its `up_to_id`, so that pages do not shift as entries are added. */
    up_to_id: z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: listOf(auditEntry).extend({
    up_to_id: z.number().int(),
    /** The available filter values. */
    admins: z.array(z.object({ id: uuid, email: z.string() })),
    actions: z.array(z.string()),
  }),
});
