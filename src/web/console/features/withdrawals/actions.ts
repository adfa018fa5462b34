import type { SessionAdmin } from '#contract/admin-auth.ts';
import { assignWithdrawal } from '#contract/withdrawal-queue.ts';
import {
  approveWithdrawal,
  correctWithdrawalHash,
  markWithdrawalSent,
  type ReviewedWithdrawal,
  rejectWithdrawal,
  returnWithdrawal,
} from '#contract/withdrawal-review.ts';

/** Actions on a withdrawal and their roles, as in the endpoints. */
export const ACTIONS = {
  approve: approveWithdrawal,
  reject: rejectWithdrawal,
  send: markWithdrawalSent,
  return: returnWithdrawal,
  correct: correctWithdrawalHash,
} as const;
export type ReviewActionKind = keyof typeof ACTIONS;

/** The next actions on a withdrawal by its state and the admin's role; the server judges all else, and says why not. */
export function actionsFor(
  { stage, frozen, payout }: Pick<ReviewedWithdrawal, 'stage' | 'frozen' | 'payout'>,
  admin: SessionAdmin | null,
): ReviewActionKind[] {
  const possible: Record<ReviewedWithdrawal['stage'], ReviewActionKind[]> = {
    in_review: ['approve', 'reject'],
    being_sent: frozen ? ['return'] : ['send', 'return'],
    sent: payout?.state === 'confirmed' ? [] : ['correct', 'return'],
    rejected: [],
  };
  return possible[stage].filter((deed) => admin !== null && ACTIONS[deed].access.includes(admin.role));
}

/** Whether the admin gave the first of two approvals: the second must come from another admin. */
export const isOwnFirst = ({ approvals, status }: ReviewedWithdrawal, admin: SessionAdmin | null): boolean =>
  status === 'pending' && approvals.first !== null && approvals.first.id === admin?.id;

/** Whether one more approval is enough. */
export const isLastApproval = ({ approvals: { given, needed } }: ReviewedWithdrawal): boolean => given + 1 >= needed;

/** Whether the admin may say that they are looking at a withdrawal: there is something left to do, and their role does it. */
export const mayLook = ({ stage }: Pick<ReviewedWithdrawal, 'stage'>, admin: SessionAdmin | null): boolean =>
  admin !== null && assignWithdrawal.access.includes(admin.role) && (stage === 'in_review' || stage === 'being_sent');
