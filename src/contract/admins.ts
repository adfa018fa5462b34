import { z } from 'zod';
import { ADMIN_ROLES, SUPERS } from '#domain/identity/admin-role.ts';
import { reason } from './audit.ts';
import { listOf, paging, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/admin/admins';
const role = z.enum(ADMIN_ROLES);
const one = z.object({ id: uuid });

export const ADMIN_STATUSES = ['normal', 'disabled'] as const;

/** An admin, as shown to those who manage admins. */
export const adminRow = z.object({
  id: uuid,
  email: z.string(),
  role,
  status: z.enum(ADMIN_STATUSES),
  totp_enabled: z.boolean(),
  /** When the unchanged one-time password expires or expired; null once it was changed. */
  one_time_until: timestamp.nullable(),
  /** Number of active sessions. */
  sessions: z.number().int(),
  /** Null for admins created by the command line or the first start. */
  created_by: z.object({ id: uuid, email: z.string() }).nullable(),
  created_at: timestamp,
  last_login_at: timestamp.nullable(),
});
export type AdminRow = z.infer<typeof adminRow>;

export const listAdmins = endpoint({
  method: 'GET',
  path,
  access: SUPERS,
  summary: 'All admins, by address',
  input: z.object(paging),
  reply: listOf(adminRow),
});

/*
 * Creating, promoting, enabling and resetting an admin needs a second super: each answers the waiting approval (contract/approvals.ts), and
 * the second super sees the one-time password on agreeing. `request_in_progress` if the same request is already waiting. All other
 * changes take effect immediately.
 */

export const inviteAdmin = endpoint({
  method: 'POST',
  path,
  access: SUPERS,
  isGrave: true,
  status: 201,
  summary: 'Asks a second super to create an admin',
  /** `email_taken` if an admin has this address, `invalid_email` if it is no address. */
  input: z.strictObject({ email: z.string().trim().min(1).max(254), role }),
  reply: z.object({ approval: z.object({ id: uuid }) }),
});

/* For the endpoints below: `forbidden` for the caller's own account, and for the last enabled super (role and status). */

/** `approval` is the request that needs a second super; null if the change took effect immediately. */
const changed = z.object({ admin: adminRow, approval: z.object({ id: uuid }).nullable() });

export const changeAdminRole = endpoint({
  method: 'POST',
  path: `${path}/:id/role`,
  access: SUPERS,
  isGrave: true,
  summary: "Lowers an admin's role at once, or asks a second super to raise it; admins cannot change their own role",
  input: z.strictObject({ id: uuid, role, reason }),
  reply: changed,
});

export const changeAdminStatus = endpoint({
  method: 'POST',
  path: `${path}/:id/status`,
  access: SUPERS,
  isGrave: true,
  summary: 'Disables an admin, which ends their sessions, at once; or asks a second super to enable one again',
  input: z.strictObject({ id: uuid, status: z.enum(ADMIN_STATUSES), reason }),
  reply: changed,
});

export const endAdminSessions = endpoint({
  method: 'POST',
  path: `${path}/:id/end-sessions`,
  access: SUPERS,
  isGrave: true,
  summary: 'Ends all sessions of an admin',
  input: z.strictObject(one.shape),
  reply: z.object({ admin: adminRow, ended: z.number().int() }),
});

export const resetAdmin = endpoint({
  method: 'POST',
  path: `${path}/:id/reset`,
  access: SUPERS,
  isGrave: true,
  summary: 'Asks a second super to reset an admin: a new one-time password, no second factor, all sessions ended',
  input: z.strictObject({ id: uuid, reason }),
  reply: z.object({ approval: z.object({ id: uuid }) }),
});
