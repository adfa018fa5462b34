import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { REVIEWERS, TREASURERS } from '#domain/identity/admin-role.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import type { JoinedRow } from './queries.ts';

export type ReviewAction = 'approve' | 'reject' | 'send' | 'return' | 'correct';

export interface Refusal {
  code: ErrorCode;
  params?: ErrorParams;
}

const ROLES = { approve: REVIEWERS, reject: REVIEWERS, send: TREASURERS, return: TREASURERS, correct: TREASURERS } as const;

/** Why an admin may not do this to a withdrawal now; null where they may. What it then takes (a reason, a transaction) is judged where it is done. */
export function checkReview(
  action: ReviewAction,
  row: JoinedRow,
  admin: SignedInAdmin,
  { now, demo }: { now: Date; demo: boolean },
): Refusal | null {
  if (!ROLES[action].includes(admin.role)) return { code: 'forbidden' };
  const state = checkState(action, row);
  if (state !== null) return { code: state };
  if (isOwn(row, admin) || hasHadSay(action, row, admin)) return { code: 'same_reviewer' };
  if ((action === 'send' || action === 'correct') && demo) return { code: 'demo_payout' };
  return action === 'approve' || action === 'send' ? checkOwner(action, row, now) : null;
}

/** Approving and rejecting begin from an undecided one, the others from an approved one. */
function checkState(action: ReviewAction, { status, tx_hash }: JoinedRow): ErrorCode | null {
  if (action === 'approve' || action === 'reject') return status === 'pending' ? null : 'already_decided';
  if (status === 'pending') return 'withdrawal_pending';
  if (status !== 'approved') return 'already_decided';
  return action === 'return' || (action === 'send') === (tx_hash === null) ? null : 'already_decided';
}

/** Nobody decides about their own money: an admin's mailbox is not to be the user's. */
const isOwn = ({ email_identity }: JoinedRow, { email }: SignedInAdmin): boolean => email_identity === emailIdentity(email);

/** Of two who approve, and of one who approves and one who takes that back, neither is the other. */
const hasHadSay = (action: ReviewAction, row: JoinedRow, { id }: SignedInAdmin): boolean =>
  (action === 'approve' && row.first_approved_by === id) || (action === 'return' && row.decided_by === id);

/** Since it was asked for, its owner may have been disabled, or somebody else may have got into the account. */
function checkOwner(action: 'approve' | 'send', { user_status, redeem_held_until }: JoinedRow, now: Date): Refusal | null {
  // What was paid to somebody who has left since is written down all the same.
  if (user_status === 'disabled' || (action === 'approve' && user_status !== 'normal')) return { code: 'account_disabled' };
  if (redeem_held_until === null || redeem_held_until <= now) return null;
  return { code: 'withdrawal_on_hold', params: { until: redeem_held_until.toISOString() } };
}
