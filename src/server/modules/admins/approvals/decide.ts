import type { Approval, ApprovalKind, OneTime } from '#contract/approvals.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit } from '#server/modules/admins/audit/service.ts';
import { once } from '#server/platform/db/idempotency.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { approvalViews, checkDecisions, mayWithdraw } from './approval-view.ts';
import { type AgreedTo, payloads } from './payload.ts';
import * as approvals from './queries.ts';
import { subjectOf } from './service.ts';

interface Decision {
  id: string;
  note?: string | undefined;
}

/**
 * Approves a request as a second admin, and carries it out in the same transaction. If it is no longer possible, throws the reason, and the
 * approval keeps waiting, to be rejected. A one-time password is in this answer only: it is not stored with the idempotency key. Throws
 * `not_found`, and the codes of refusal.ts.
 */
export async function approve(
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  decision: Decision,
): Promise<{ approval: Approval; one_time: OneTime | null }> {
  let shown: OneTime | null = null;
  const { approval } = await decide(deps, admin, request, decision, 'approved', (oneTime) => {
    shown = oneTime;
  });
  return { approval, one_time: shown };
}

/** Rejects a request as a second admin; the requester of a change of admins may withdraw it. Throws as above. */
export const reject = (deps: Deps, admin: SignedInAdmin, request: RequestContext, decision: Decision): Promise<{ approval: Approval }> =>
  decide(deps, admin, request, decision, 'rejected', () => undefined);

/** Takes back an admin's own request. Throws `not_found`, `forbidden`, and `already_decided`; waits for a decision in progress. */
export const takeBack = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id }: { id: string },
): Promise<{ approval: Approval }> =>
  transact(deps, async (db) => {
    const row = await approvals.lockApproval(db, id);
    if (!row) throw new AppError('not_found');
    if (!mayWithdraw(row, admin)) throw new AppError('forbidden');
    if (!(await approvals.withdrawWaiting(db, id, deps.now()))) throw new AppError('already_decided');
    const words = { before: { state: 'waiting' }, after: { state: 'withdrawn', approval_id: id, kind: row.kind, points: row.points } };
    const entry = { action: 'approval.withdraw', subject: subjectOf(row.kind, row.subject_id), ...words };
    await recordAudit(db, actorOf(admin, request), entry, deps.now());
    const [approval] = await approvalViews(deps, db, admin, [await approvals.findApproval(db, id)]);
    return { approval: approval! };
  });

const decide = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, note }: Decision,
  state: 'approved' | 'rejected',
  show: (oneTime: OneTime) => void,
) =>
  transact(deps, (db, announce) =>
    once(db, request.idempotency, deps.now(), async () => {
      // Approvals are locked before everything else; the action then takes its own locks in the common order.
      const row = await approvals.lockApproval(db, id);
      if (!row) throw new AppError('not_found');
      const [judged] = await checkDecisions(deps, db, admin, [row]);
      const { refusal, mayReject, aloneAt } = judged!;
      if (state === 'approved' ? refusal !== null : !mayReject)
        throw new AppError(refusal ?? 'forbidden', refusal === 'too_early' && aloneAt ? { until: aloneAt.toISOString() } : {});
      const [actor, now] = [actorOf(admin, request), deps.now()];
      const agreed = agreedTo(row, show);
      await approvals.decideApproval(db, id, { state, decided_by: admin.id, decided_at: now, decision_note: note || null });
      if (state === 'approved') await deps.wiring.performApproved(deps, db, announce, actor, agreed);
      const { kind, subject_id, reason } = row;
      await recordAudit(
        db,
        actor,
        {
          action: state === 'approved' ? 'approval.approve' : 'approval.reject',
          subject: subjectOf(kind, subject_id),
          before: { state: 'waiting' },
          after: { state, approval_id: id, kind, points: row.points, ...agreed.payload, note: note || null },
          reason,
        },
        now,
      );
      const [approval] = await approvalViews(deps, db, admin, [await approvals.findApproval(db, id)]);
      return { approval: approval! };
    }),
  );

const agreedTo = (
  row: NonNullable<Awaited<ReturnType<typeof approvals.lockApproval>>>,
  show: (oneTime: OneTime) => void,
): AgreedTo<ApprovalKind> => {
  const kind = row.kind as ApprovalKind;
  return { ...row, kind, payload: payloads[kind].parse(row.payload), show };
};
