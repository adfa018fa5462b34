import type {
  changeAdminRole,
  changeAdminStatus,
  endAdminSessions,
  inviteAdmin,
  AdminRow as ListedView,
  listAdmins,
  resetAdmin,
} from '#contract/admins.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { type AdminRole, isPromotion } from '#domain/identity/admin-role.ts';
import { normaliseEmail } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { removeChat } from '#server/modules/admins/alert-chats/queries.ts';
import { requestApproval } from '#server/modules/admins/approvals/service.ts';
import { actorOf, recordAudit, requireReason } from '#server/modules/admins/audit/service.ts';
import { insertEvent, isOnlySuper, notifyAdmins } from '#server/modules/admins/second-admin/service.ts';
import { type AdminRow, deleteDevices, endSessions } from '#server/modules/admins/sign-in/queries.ts';
import { hasSecondFactor, isEmail } from '#server/modules/identity/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { ADMIN_IDLE_MS, type SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as admins from './queries.ts';

export async function list(deps: Deps, { page, page_size }: ParsedInputOf<typeof listAdmins>): Promise<ReplyOf<typeof listAdmins>> {
  const [rows, total] = await Promise.all([
    findViews(deps, deps.db, { limit: page_size, offset: (page - 1) * page_size }),
    admins.countAdmins(deps.db),
  ]);
  return { items: rows, page, page_size, total };
}

/** Requests a new admin, to be approved by a second super. Throws `invalid_email`, `email_taken`, `request_in_progress`. */
export async function invite(
  deps: Deps,
  caller: SignedInAdmin,
  { email: typed, role }: ParsedInputOf<typeof inviteAdmin>,
  request: RequestContext,
): Promise<ReplyOf<typeof inviteAdmin>> {
  if (!isEmail(typed)) throw new AppError('invalid_email');
  const email = normaliseEmail(typed);
  return transact(deps, async (db) => {
    requireStillSuper(await admins.lockAdmins(db, [caller.id]), caller);
    if ((await admins.findByEmails(db, [email])).length > 0) throw new AppError('email_taken');
    return { approval: await askFor(deps, db, caller, request, 'admin_create', { id: newId(deps), email, role }, '') };
  });
}

type About = 'admin_create' | 'admin_reset' | 'admin_role' | 'admin_enable';
const ASKED = {
  admin_create: 'asked_create',
  admin_reset: 'asked_reset',
  admin_role: 'asked_promote',
  admin_enable: 'asked_enable',
} as const;

/**
 * Creates an approval request, and notifies supers, or all admins if there is no other super. Throws `request_in_progress` if the same
 * request is waiting.
 */
async function askFor(
  deps: Deps,
  db: Db,
  caller: SignedInAdmin,
  request: RequestContext,
  kind: About,
  { id, email, role }: { id: string; email: string; role: AdminRole },
  reason: string,
): Promise<{ id: string }> {
  // Simultaneous requests for the same change wait here.
  await admins.lockAsking(db, `${kind} ${email}`);
  if (await admins.isAskedFor(db, kind, email)) throw new AppError('request_in_progress');
  const asked = await requestApproval(deps, db, actorOf(caller, request), {
    kind,
    subjectId: id,
    payload: { email, role },
    points: 0,
    reason,
  });
  const audience = (await isOnlySuper(deps, db, caller.id, id)) ? 'all' : 'supers';
  await notifyAdmins(deps, db, { event: ASKED[kind], admin: { id, email }, role, by: caller.email }, audience);
  return { id: asked };
}

/** Gives a lower role at once; requests approval by a second super for a higher one. */
export async function changeRole(
  deps: Deps,
  caller: SignedInAdmin,
  { id, role, reason }: ParsedInputOf<typeof changeAdminRole>,
  request: RequestContext,
): Promise<ReplyOf<typeof changeAdminRole>> {
  requireReason(reason);
  return changeOther(deps, caller, id, async (db, other) => {
    if (other.role === role) throw new AppError('already_decided');
    if (isPromotion(other.role as AdminRole, role)) {
      const approval = await askFor(deps, db, caller, request, 'admin_role', { id, email: other.email, role }, reason);
      return { admin: await viewOf(deps, db, id), approval };
    }
    await admins.setRole(db, id, role);
    await logAndNotify(deps, db, caller, 'demote', { ...other, role });
    const entry = { action: 'admin.role', subject: { kind: 'admin', id }, before: { role: other.role }, after: { role }, reason };
    await recordAudit(db, actorOf(caller, request), entry, deps.now());
    return { admin: await viewOf(deps, db, id), approval: null };
  });
}

/** Logs a change that one super may make alone; notifies every super and the affected admin. */
async function logAndNotify(
  deps: Deps,
  db: Db,
  caller: SignedInAdmin,
  kind: 'demote' | 'disable',
  { id, email, role }: AdminRow,
): Promise<void> {
  await insertEvent(db, { admin_id: id, kind, asked_by: caller.id, agreed_by: null, at: deps.now() });
  await notifyAdmins(deps, db, { event: kind === 'demote' ? 'demoted' : 'disabled', admin: { id, email }, role, by: caller.email });
}

/** Disables an admin at once, which ends their sessions and remembered devices; requests approval by a second super to enable one. */
export async function changeStatus(
  deps: Deps,
  caller: SignedInAdmin,
  { id, status, reason }: ParsedInputOf<typeof changeAdminStatus>,
  request: RequestContext,
): Promise<ReplyOf<typeof changeAdminStatus>> {
  requireReason(reason);
  return changeOther(deps, caller, id, async (db, other) => {
    if (other.status === status) throw new AppError('already_decided');
    if (status === 'normal') {
      const about = { id, email: other.email, role: other.role as AdminRole };
      const approval = await askFor(deps, db, caller, request, 'admin_enable', about, reason);
      return { admin: await viewOf(deps, db, id), approval };
    }
    await admins.setStatus(db, id, status);
    await shutOut(deps, db, id, 'disabled');
    await logAndNotify(deps, db, caller, 'disable', other);
    const entry = { action: 'admin.disable', subject: { kind: 'admin', id }, before: { status: other.status }, after: { status }, reason };
    await recordAudit(db, actorOf(caller, request), entry, deps.now());
    return { admin: await viewOf(deps, db, id), approval: null };
  });
}

export async function signOut(
  deps: Deps,
  caller: SignedInAdmin,
  { id }: ParsedInputOf<typeof endAdminSessions>,
  request: RequestContext,
): Promise<ReplyOf<typeof endAdminSessions>> {
  return changeOther(deps, caller, id, async (db) => {
    const ended = (await endSessions(db, { adminId: id }, 'revoked', deps.now())).length;
    const entry = { action: 'admin.end_sessions', subject: { kind: 'admin', id }, after: { ended } };
    await recordAudit(db, actorOf(caller, request), entry, deps.now());
    return { admin: await viewOf(deps, db, id), ended };
  });
}

/** Requests a reset of an admin who lost the password or the authenticator app, to be approved by a second super. */
export async function reset(
  deps: Deps,
  caller: SignedInAdmin,
  { id, reason }: ParsedInputOf<typeof resetAdmin>,
  request: RequestContext,
): Promise<ReplyOf<typeof resetAdmin>> {
  requireReason(reason);
  return changeOther(deps, caller, id, async (db, { email, role }) => ({
    approval: await askFor(deps, db, caller, request, 'admin_reset', { id, email, role: role as AdminRole }, reason),
  }));
}

/**
 * Changes another admin under locks on both. The caller must still be a super once both are locked, and cannot change their own account: so
 * at least one active super always remains, even when two demote each other at once. Throws `not_found`, `forbidden`.
 */
const changeOther = <T>(deps: Deps, caller: SignedInAdmin, id: string, change: (db: Db, other: AdminRow) => Promise<T>): Promise<T> =>
  transact(deps, async (db) => {
    const locked = await admins.lockAdmins(db, [caller.id, id]);
    const other = locked.find((admin) => admin.id === id);
    if (!other) throw new AppError('not_found');
    if (id === caller.id) throw new AppError('forbidden');
    requireStillSuper(locked, caller);
    return change(db, other);
  });

function requireStillSuper(locked: readonly AdminRow[], { id }: SignedInAdmin): void {
  const caller = locked.find((admin) => admin.id === id);
  if (caller?.role !== 'super' || caller.status !== 'normal') throw new AppError('forbidden');
}

/** Ends sessions of an admin, deletes remembered devices, and unlinks the chat of their alerts. */
async function shutOut(deps: Deps, db: Db, id: string, because: 'disabled' | 'revoked'): Promise<void> {
  await endSessions(db, { adminId: id }, because, deps.now());
  await deleteDevices(db, id);
  await removeChat(db, id);
}

async function viewOf(deps: Deps, db: Db, id: string): Promise<ListedView> {
  const [view] = await findViews(deps, db, { id });
  return view!;
}

async function findViews(deps: Deps, db: Db, which: Parameters<typeof admins.findListed>[1]): Promise<ListedView[]> {
  const now = deps.now();
  return (await admins.findListed(db, which, now, new Date(now.getTime() - ADMIN_IDLE_MS))).map(listedView);
}

const listedView = (row: admins.ListedAdmin): ListedView => ({
  id: row.id,
  email: row.email,
  role: row.role as AdminRole,
  status: row.status as 'normal' | 'disabled',
  totp_enabled: hasSecondFactor(row),
  one_time_until: row.one_time_until?.toISOString() ?? null,
  sessions: row.sessions,
  created_by: row.maker_id !== null && row.maker_email !== null ? { id: row.maker_id, email: row.maker_email } : null,
  created_at: row.created_at.toISOString(),
  last_login_at: row.last_login_at?.toISOString() ?? null,
});
