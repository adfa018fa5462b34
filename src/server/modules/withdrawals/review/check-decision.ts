import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { REVIEWERS, TREASURERS } from '#domain/identity/admin-role.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Config } from '#server/config.ts';
import { returnRefusal } from '#server/modules/withdrawals/payouts/follow.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import type { JoinedRow } from './queries.ts';

export type ReviewAction = 'approve' | 'reject' | 'send' | 'return' | 'correct';

export interface Refusal {
  code: ErrorCode;
  params?: ErrorParams;
}

const ROLES = { approve: REVIEWERS, reject: REVIEWERS, send: TREASURERS, return: TREASURERS, correct: TREASURERS } as const;

/**
 * Returns why an admin may not do this to a withdrawal now; null if allowed. The input of the action (reason, transaction) is validated
 * later.
 */
export function checkReview(
  action: ReviewAction,
  row: JoinedRow,
  admin: SignedInAdmin,
  { now, config }: { now: Date; config: Pick<Config, 'demo' | 'tron'> },
): Refusal | null {
  if (!ROLES[action].includes(admin.role)) return { code: 'forbidden' };
  const state = checkState(action, row);
  if (state !== null) return { code: state };
  if (isOwn(row, admin) || hasHadSay(action, row, admin)) return { code: 'same_reviewer' };
  if ((action === 'send' || action === 'correct') && config.demo) return { code: 'demo_payout' };
  const paid = checkPaid(action, row, config) ?? checkBatch(action, row, admin);
  if (paid !== null) return { code: paid };
  return action === 'approve' || action === 'send' ? checkOwner(action, row, now) : null;
}

/** Approving and rejecting require an undecided withdrawal, the other actions an approved one. */
function checkState(action: ReviewAction, { status, tx_hash }: JoinedRow): ErrorCode | null {
  if (action === 'approve' || action === 'reject') return status === 'pending' ? null : 'already_decided';
  if (status === 'pending') return 'withdrawal_pending';
  if (status !== 'approved') return 'already_decided';
  return action === 'return' || (action === 'send') === (tx_hash === null) ? null : 'already_decided';
}

/** What the chain confirms is neither returned nor corrected, and what it may still confirm is not returned. */
function checkPaid(action: ReviewAction, row: JoinedRow, config: Pick<Config, 'tron'>): ErrorCode | null {
  if (action === 'return') return returnRefusal(config, row);
  return action === 'correct' && row.payout_state === 'confirmed' ? 'payout_confirmed' : null;
}

/** What is in a batch may be on its way already: only the batch's holder records it, and nobody returns it. */
function checkBatch(action: ReviewAction, { batch_id, batch_held_by, tx_hash }: JoinedRow, { id }: SignedInAdmin): ErrorCode | null {
  if (batch_id === null) return null;
  if (action === 'send') return batch_held_by === id ? null : 'batch_held';
  return action === 'return' && tx_hash === null ? 'payout_batched' : null;
}

/** Admins do not decide on their own withdrawals: the admin's mailbox must not be the user's. */
const isOwn = ({ email_identity }: JoinedRow, { email }: SignedInAdmin): boolean => email_identity === emailIdentity(email);

/** Two approvals need different admins, and so do an approval and its return. */
const hasHadSay = (action: ReviewAction, row: JoinedRow, { id }: SignedInAdmin): boolean =>
  (action === 'approve' && row.first_approved_by === id) || (action === 'return' && row.decided_by === id);

/** Checks the owner's standing, which may have changed since the request: the account may be disabled or compromised. */
function checkOwner(action: 'approve' | 'send', { user_status, redeem_held_until }: JoinedRow, now: Date): Refusal | null {
  // A payout to a user who has left since is still recorded.
  if (user_status === 'disabled' || (action === 'approve' && user_status !== 'normal')) return { code: 'account_disabled' };
  if (redeem_held_until === null || redeem_held_until <= now) return null;
  return { code: 'withdrawal_on_hold', params: { until: redeem_held_until.toISOString() } };
}
