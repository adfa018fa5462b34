import type { endUserSessions, setUserStatus } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireOthers, requireReason } from '#server/modules/admins/public.ts';
import { endSessionsWithin } from '#server/modules/identity/public.ts';
import { lockBalances } from '#server/modules/ledger/public.ts';
import { noteFreeze } from '#server/modules/withdrawals/public.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as changes from './change-queries.ts';

/**
 * Disables a user, or enables the user again. Staking and redeeming lock the balance before they check the status; this locks it too, so
 * that requests in progress end first and none begins afterwards. Withdrawals that are approved but not sent are frozen, and released
 * again. Throws `reason_required`, `not_found`, `already_decided`, `same_reviewer`, `own_interest`.
 */
export async function setStatus(
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, status, reason }: ParsedInputOf<typeof setUserStatus>,
): Promise<ReplyOf<typeof setUserStatus>> {
  requireReason(reason);
  const ended = await transact(deps, async (db, announce) => {
    await lockBalances(db, [id]);
    const before = await changes.lockStatus(db, id);
    if (before === undefined || before === 'deleted') throw new AppError('not_found');
    await requireOthers(deps, db, [id], admin);
    if (before === status) throw new AppError('already_decided');
    await changes.setStatus(db, id, status);
    const isStillHeld = status === 'normal' && (await changes.isHeld(db, id, deps.now()));
    // Under the lock of the user row, which approving and paying also take: every withdrawal approved by now is visible.
    const freeze = { kind: status === 'disabled' ? 'frozen' : 'released', reason: 'disabled', adminId: admin.id, note: reason } as const;
    if (!isStillHeld) await noteFreeze(db, id, freeze, deps.now());
    const ended = status === 'disabled' ? await endSessionsWithin(deps, db, id, { because: 'revoked' }) : [];
    const action = status === 'disabled' ? 'user.disable' : 'user.enable';
    const entry = {
      action,
      subject: { kind: 'user', id },
      before: { status: before },
      after: { status, sessions_ended: ended.length },
      reason,
    };
    await recordAudit(db, actorOf(admin, request), entry, deps.now());
    announce(`me:${id}`, { t: 'account' });
    return ended;
  });
  deps.endedSessions.add(ended);
  return { status, sessions_ended: ended.length };
}

/** Signs a user out everywhere. Throws `reason_required`, `not_found`. */
export async function endSessions(
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, reason }: ParsedInputOf<typeof endUserSessions>,
): Promise<ReplyOf<typeof endUserSessions>> {
  requireReason(reason);
  const ended = await transact(deps, async (db) => {
    const status = await changes.lockStatus(db, id);
    if (status === undefined || status === 'deleted') throw new AppError('not_found');
    await requireOthers(deps, db, [id], admin);
    const ended = await endSessionsWithin(deps, db, id, { because: 'revoked' });
    const entry = { action: 'user.end_sessions', subject: { kind: 'user', id }, after: { sessions_ended: ended.length }, reason };
    await recordAudit(db, actorOf(admin, request), entry, deps.now());
    return ended;
  });
  deps.endedSessions.add(ended);
  return { ended: ended.length };
}
