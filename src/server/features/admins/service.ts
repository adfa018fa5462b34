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
import type { AdminRole } from '#domain/admin-role.ts';
import type { Db } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { type AdminRow, deleteDevices, endSessions } from '#server/features/admin-auth/service.ts';
import { actorOf, recordAudit, requireReason } from '#server/features/audit/service.ts';
import { hasSecondFactor } from '#server/features/two-factor/service.ts';
import { ADMIN_IDLE_MS, type SignedInAdmin } from '#server/http/admin-caller.ts';
import { AppError } from '#server/http/app-error.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { transact } from '#server/transact.ts';
import { addAdmin, prepareOneTime, putBack } from './one-time-accounts.ts';
import * as admins from './queries.ts';

export { createFromCommandLine, type Issued, resetFromCommandLine } from './command-line.ts';
export { ensureAdmins, type FirstAdmin } from './first-admins.ts';

export async function list(deps: Deps, { page, page_size }: ParsedInputOf<typeof listAdmins>): Promise<ReplyOf<typeof listAdmins>> {
  const [rows, total] = await Promise.all([
    findViews(deps, deps.db, { limit: page_size, offset: (page - 1) * page_size }),
    admins.countAdmins(deps.db),
  ]);
  return { items: rows, page, page_size, total };
}

/** Makes somebody an admin. Throws `invalid_email`, `email_taken`. */
export async function invite(
  deps: Deps,
  caller: SignedInAdmin,
  { email, role }: ParsedInputOf<typeof inviteAdmin>,
  request: RequestContext,
): Promise<ReplyOf<typeof inviteAdmin>> {
  const oneTime = await prepareOneTime(deps);
  const admin = await transact(deps, async (db) => {
    requireStillSuper(await admins.lockAdmins(db, [caller.id]), caller);
    const made = await addAdmin(deps, db, { email, role, createdBy: caller.id }, oneTime);
    const entry = { action: 'admin.invite', subject: { kind: 'admin', id: made.id }, after: { email: made.email, role } };
    await recordAudit(db, actorOf(caller, request), entry, deps.now());
    return viewOf(deps, db, made.id);
  });
  return { admin, password: oneTime.password, password_until: oneTime.until.toISOString() };
}

export async function changeRole(
  deps: Deps,
  caller: SignedInAdmin,
  { id, role, reason }: ParsedInputOf<typeof changeAdminRole>,
  request: RequestContext,
): Promise<ReplyOf<typeof changeAdminRole>> {
  requireReason(reason);
  return changeOther(deps, caller, id, async (db, other) => {
    if (other.role === role) throw new AppError('already_decided');
    await admins.setRole(db, id, role);
    const entry = { action: 'admin.role', subject: { kind: 'admin', id }, before: { role: other.role }, after: { role }, reason };
    await recordAudit(db, actorOf(caller, request), entry, deps.now());
    return { admin: await viewOf(deps, db, id) };
  });
}

/** Disables an admin, whose sessions and devices end with it, or enables one again. */
export async function changeStatus(
  deps: Deps,
  caller: SignedInAdmin,
  { id, status, reason }: ParsedInputOf<typeof changeAdminStatus>,
  request: RequestContext,
): Promise<ReplyOf<typeof changeAdminStatus>> {
  requireReason(reason);
  return changeOther(deps, caller, id, async (db, other) => {
    if (other.status === status) throw new AppError('already_decided');
    await admins.setStatus(db, id, status);
    if (status === 'disabled') await shutOut(deps, db, id, 'disabled');
    const action = status === 'disabled' ? 'admin.disable' : 'admin.enable';
    const entry = { action, subject: { kind: 'admin', id }, before: { status: other.status }, after: { status }, reason };
    await recordAudit(db, actorOf(caller, request), entry, deps.now());
    return { admin: await viewOf(deps, db, id) };
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

/** A new one-time password for who has lost theirs, or their authenticator app. */
export async function reset(
  deps: Deps,
  caller: SignedInAdmin,
  { id, reason }: ParsedInputOf<typeof resetAdmin>,
  request: RequestContext,
): Promise<ReplyOf<typeof resetAdmin>> {
  requireReason(reason);
  const oneTime = await prepareOneTime(deps);
  const admin = await changeOther(deps, caller, id, async (db, other) => {
    await putBack(deps, db, id, oneTime);
    const before = { totp_enabled: hasSecondFactor(other) };
    const entry = { action: 'admin.reset', subject: { kind: 'admin', id }, before, after: { totp_enabled: false }, reason };
    await recordAudit(db, actorOf(caller, request), entry, deps.now());
    return viewOf(deps, db, id);
  });
  return { admin, password: oneTime.password, password_until: oneTime.until.toISOString() };
}

/**
 * Changes another admin under locks on both. Whoever asks has to be a super still once they hold them, and nobody changes themselves:
 * so one super who is not disabled is always left, also when two demote each other at once. Throws `not_found`, `forbidden`.
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

/** Ends what somebody could go on with. */
async function shutOut(deps: Deps, db: Db, id: string, because: 'disabled' | 'revoked'): Promise<void> {
  await endSessions(db, { adminId: id }, because, deps.now());
  await deleteDevices(db, id);
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
