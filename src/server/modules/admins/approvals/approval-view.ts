import type { Approval, ApprovalKind, Deed } from '#contract/approvals.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { checkDecisions } from './check-approval.ts';
import { payloads } from './payload.ts';
import type { ApprovalRow } from './queries.ts';
import { findSubjects, type Subjects } from './subjects.ts';

/** Builds approvals as shown to an admin, with their subjects. */
export async function approvalViews(
  deps: Pick<Deps, 'config' | 'now' | 'wiring'>,
  db: Db,
  admin: SignedInAdmin,
  rows: readonly ApprovalRow[],
): Promise<Approval[]> {
  const subjects = await findSubjects(deps, db, rows);
  const judged = await checkDecisions(deps, db, admin, rows);
  return rows.map((row, i) => ({
    id: row.id,
    deed: deedOf(row, subjects),
    points: row.points,
    reason: row.reason,
    state: row.state as Approval['state'],
    requested_by: { id: row.requested_by, email: row.requested_email },
    created_at: row.created_at.toISOString(),
    decided_by: row.decided_by === null ? null : { id: row.decided_by, email: row.decided_email! },
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_note: row.decision_note,
    refusal: judged[i]!.refusal,
    may_reject: judged[i]!.mayReject,
    alone_at: judged[i]!.aloneAt?.toISOString() ?? null,
  }));
}

function deedOf({ kind, subject_id, payload }: ApprovalRow, { users, withdrawals, contests, admins }: Subjects): Deed {
  const known = kind as ApprovalKind;
  if (known === 'adjust') return { kind: known, user: users.get(subject_id)!, ...payloads.adjust.parse(payload) };
  if (known === 'withdrawal_return')
    return { kind: known, withdrawal: withdrawals.get(subject_id)!, ...payloads.withdrawal_return.parse(payload) };
  if (known === 'withdrawal_hash')
    return { kind: known, withdrawal: withdrawals.get(subject_id)!, ...payloads.withdrawal_hash.parse(payload) };
  if (known === 'admin_create' || known === 'admin_reset' || known === 'admin_role' || known === 'admin_enable')
    return { kind: known, ...payloads[known].parse(payload) };
  const contest = contests.get(subject_id)! as Extract<Deed, { kind: 'void' }>['contest'];
  if (known === 'ending') {
    const { told_by, ...ending } = payloads.ending.parse(payload);
    return { kind: known, contest, ...ending, told_by: admins.filter(({ id }) => told_by.includes(id)) };
  }
  return known === 'void' ? { kind: known, contest } : { kind: known, contest, ...payloads[known].parse(payload) };
}
