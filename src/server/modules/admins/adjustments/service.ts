import type { Transaction } from 'kysely';
import type { adjustUser } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { ADJUSTMENTS_COUNT_MS, checkAdjustment, needsSecondAdmin } from '#domain/ledger/adjustment.ts';
import { adjustTransfer } from '#domain/ledger/ledger.ts';
import type { Deps } from '#server/deps.ts';
import type { AgreedTo } from '#server/modules/admins/approvals/agreed-to.ts';
import { requestApproval } from '#server/modules/admins/approvals/service.ts';
import { type Actor, actorOf, recordAudit, requireReason } from '#server/modules/admins/audit/service.ts';
import { requireOthers } from '#server/modules/admins/own-account.ts';
import { lockBalances, postTransfers } from '#server/modules/ledger/public.ts';
import { once } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import * as adjustments from './queries.ts';

interface Adjustment {
  userId: string;
  delta: number;
  source: 'manual_adjust' | 'admin_adjust';
  reason: string;
  /** For the user to read. */
  note: string | null;
}

/**
 * Gives a user points or takes some, or has that wait for a second admin where the user's adjustments or the admin's would pass what one may do
 * alone within 24 hours (docs/decisions/032). Throws `reason_required`, `not_found`, `invalid_payload`,
 * `insufficient_points`, and `same_reviewer` for the admin's own account.
 */
export const adjust = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id: userId, delta, source, reason, note }: ParsedInputOf<typeof adjustUser>,
): Promise<ReplyOf<typeof adjustUser>> => {
  const [actor, adjustment] = [actorOf(admin, request), { userId, delta, source, reason: requireReason(reason), note: note || null }];
  return transact(deps, (db, announce) =>
    once(db, request.idempotency, deps.now(), async () => {
      await adjustments.lockAdmin(db, admin.id);
      await requireOthers(deps, db, [userId], admin);
      const balance = await judge(db, adjustment);
      if (await isTooMuchAlone(deps, db, adjustment, admin.id)) return { approval: await askFor(deps, db, actor, adjustment), balance };
      await post(deps, db, announce, adjustment, { adminId: admin.id, approvalId: null, balance });
      const after = { balance: balance + delta, delta, source, note: adjustment.note };
      await recordAudit(
        db,
        actor,
        { action: 'user.adjust', subject: { kind: 'user', id: userId }, before: { balance }, after, reason },
        deps.now(),
      );
      return { approval: null, balance: balance + delta };
    }),
  );
};

/** Makes an adjustment that a second admin has agreed to. Throws `not_found` where the user has left, `insufficient_points` where there is too little by now. */
export async function adjustAsAgreed(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  _actor: Actor,
  { id: approvalId, subject_id: userId, payload, reason, requested_by: adminId }: AgreedTo<'adjust'>,
): Promise<void> {
  const adjustment = { userId, ...payload, reason };
  const balance = await judge(db, adjustment);
  await post(deps, db, announce, adjustment, { adminId, approvalId, balance });
}

/** Locks the user's balance and returns it, if the adjustment can be made of it: also of one who is disabled. */
async function judge(db: Transaction<DB>, { userId, delta, source }: Adjustment): Promise<number> {
  const balance = (await lockBalances(db, [userId])).get(userId);
  // Read under the lock: who is erased loses what is left, and is given nothing any more.
  const status = await adjustments.findStatus(db, userId);
  if (balance === undefined || status === undefined || status === 'deleted') throw new AppError('not_found');
  const refusal = checkAdjustment({ delta, source }, balance);
  if (refusal) throw new AppError(refusal, refusal === 'invalid_payload' ? { field: 'delta' } : {});
  return balance;
}

/** Judged under the locks of the admin and of the user's balance: of whatever else counts in either sum, nothing is under way. */
async function isTooMuchAlone(deps: Deps, db: Transaction<DB>, { userId, delta }: Adjustment, adminId: string): Promise<boolean> {
  const before = await adjustments.sumAdjusted(db, userId, adminId, new Date(deps.now().getTime() - ADJUSTMENTS_COUNT_MS));
  return needsSecondAdmin(delta, before, deps.config.limits.adjust_alone_max);
}

async function askFor(deps: Deps, db: Transaction<DB>, actor: Actor, { userId, delta, source, reason, note }: Adjustment) {
  const payload = { delta, source, note };
  return { id: await requestApproval(deps, db, actor, { kind: 'adjust', subjectId: userId, payload, points: Math.abs(delta), reason }) };
}

async function post(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  { userId, delta, source, reason, note }: Adjustment,
  { adminId, approvalId, balance }: { adminId: string; approvalId: string | null; balance: number },
): Promise<void> {
  const [id, now] = [newId(deps), deps.now()];
  await adjustments.insertAdjustment(db, {
    ...{ id, user_id: userId, delta, source, reason },
    ...{ admin_id: adminId, approval_id: approvalId, created_at: now },
  });
  await postTransfers(db, [adjustTransfer(id, userId, delta, source, note)], now);
  announce(`me:${userId}`, { t: 'balance', balance: balance + delta });
}
