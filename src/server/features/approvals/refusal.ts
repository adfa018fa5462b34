import type { Approval, ApprovalKind, UserRef } from '#contract/approvals.ts';
import { type AdminRole, REVIEWERS, TREASURERS } from '#domain/admin-role.ts';
import { isOwnAccount } from '#server/features/users/service.ts';

/** Who may decide each kind: whoever could have asked for it. */
const DECIDERS: Record<ApprovalKind, readonly AdminRole[]> = {
  adjust: TREASURERS,
  settle: REVIEWERS,
  resettle: REVIEWERS,
  void: REVIEWERS,
};

/** Why an admin may not decide an approval; null where they may: neither who asked may, nor whose own points it is about. */
export function refuseDecision(
  { kind, state, requested_by }: { kind: string; state: string; requested_by: string },
  admin: { id: string; email: string; role: AdminRole },
  user: Pick<UserRef, 'email'> | undefined,
): Approval['refusal'] {
  if (state !== 'waiting') return 'already_decided';
  if (!DECIDERS[kind as ApprovalKind].includes(admin.role)) return 'forbidden';
  return requested_by === admin.id || isOwnAccount(user, admin) ? 'same_reviewer' : null;
}
