import type { SessionAdmin } from '#contract/admin-auth.ts';
import {
  approveWithdrawal,
  correctWithdrawalHash,
  markWithdrawalSent,
  type ReviewedWithdrawal,
  rejectWithdrawal,
  returnWithdrawal,
} from '#contract/withdrawal-review.ts';

/** What can be done with a withdrawal, and by whom: as the endpoints say. */
export const ACTIONS = {
  approve: approveWithdrawal,
  reject: rejectWithdrawal,
  send: markWithdrawalSent,
  return: returnWithdrawal,
  correct: correctWithdrawalHash,
} as const;
export type ReviewActionKind = keyof typeof ACTIONS;

/** What may be done next with a withdrawal as it stands, by whoever has the role: the rest the server judges, and says why not. */
export function actionsFor(
  { stage, frozen }: Pick<ReviewedWithdrawal, 'stage' | 'frozen'>,
  admin: SessionAdmin | null,
): ReviewActionKind[] {
  const possible: Record<ReviewedWithdrawal['stage'], ReviewActionKind[]> = {
    in_review: ['approve', 'reject'],
    being_sent: frozen ? ['return'] : ['send', 'return'],
    sent: ['correct', 'return'],
    rejected: [],
  };
  return possible[stage].filter((deed) => admin !== null && ACTIONS[deed].access.includes(admin.role));
}

/** Whether the admin has given the first of two approvals: the second has to be another one's. */
export const isOwnFirst = ({ approvals, status }: ReviewedWithdrawal, admin: SessionAdmin | null): boolean =>
  status === 'pending' && approvals.first !== null && approvals.first.id === admin?.id;

/** Whether an approval is the last that is needed. */
export const isLastApproval = ({ approvals: { given, needed } }: ReviewedWithdrawal): boolean => given + 1 >= needed;
