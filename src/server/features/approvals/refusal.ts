import type { Approval, ApprovalKind } from '#contract/approvals.ts';
import { type AdminRole, REVIEWERS, TREASURERS } from '#domain/admin-role.ts';

/** Who may decide each kind: whoever could have asked for it. */
const DECIDERS: Record<ApprovalKind, readonly AdminRole[]> = {
  adjust: TREASURERS,
  settle: REVIEWERS,
  resettle: REVIEWERS,
  void: REVIEWERS,
};

/** Why an admin may not decide an approval; null where they may. */
export function refuseDecision(
  { kind, state, requested_by }: { kind: string; state: string; requested_by: string },
  admin: { id: string; role: AdminRole },
): Approval['refusal'] {
  if (state !== 'waiting') return 'already_decided';
  if (!DECIDERS[kind as ApprovalKind].includes(admin.role)) return 'forbidden';
  return requested_by === admin.id ? 'same_reviewer' : null;
}
