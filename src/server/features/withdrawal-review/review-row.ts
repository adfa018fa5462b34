import type { ReviewedWithdrawal, ReviewFlag, ReviewRow } from '#contract/withdrawal-review.ts';
import { REVIEW_HOURS, type RedeemChannel, type RejectionReason, type WithdrawalStatus, withdrawalStage } from '#domain/withdrawal.ts';
import { approversNeeded, secondApproverReasons } from '#domain/withdrawal-review.ts';
import type { Limits } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { evidenceFlagsOf, provenancesOf } from '#server/features/evidence/service.ts';
import { userRef } from '#server/features/users/service.ts';
import type { WithdrawalRow } from '#server/features/withdrawals/service.ts';
import type { JoinedRow } from './queries.ts';

const DAY_MS = 86_400_000;

/** What a withdrawal is by itself. */
export function briefView(row: WithdrawalRow) {
  const status = row.status as WithdrawalStatus;
  return {
    id: row.id,
    status,
    stage: withdrawalStage({ status, txHash: row.tx_hash }),
    points: row.points,
    usdt: row.amount,
    wallet_address: row.wallet_address,
    submitted_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason_code: row.reason_code as RejectionReason | null,
    tx_hash: row.tx_hash,
  };
}

/** A withdrawal as every admin sees it. */
export function reviewedView(row: JoinedRow, { config, now }: Pick<Deps, 'config' | 'now'>): ReviewedWithdrawal {
  const waitedMs = (row.decided_at ?? now()).getTime() - row.created_at.getTime();
  return {
    ...briefView(row),
    user: { ...userRef({ ...row, id: row.user_id }), status: row.user_status },
    contact: row.contact === null ? null : { channel: row.contact_channel as RedeemChannel, address: row.contact },
    note: row.note,
    sent_at: row.sent_at?.toISOString() ?? null,
    wallet_since: row.wallet_since.toISOString(),
    wallet_days: Math.floor((row.created_at.getTime() - row.wallet_since.getTime()) / DAY_MS),
    waited_seconds: Math.floor(waitedMs / 1_000),
    is_overdue: waitedMs > REVIEW_HOURS * 3_600_000,
    approvals: approvalsOf(row, config.limits),
    decided_by: adminRef(row.decided_by, row.decided_email),
    sent_by: adminRef(row.sent_by, row.sent_email),
  };
}

const adminRef = (id: string | null, email: string | null) => (id === null || email === null ? null : { id, email });

function approvalsOf(row: JoinedRow, limits: Limits): ReviewedWithdrawal['approvals'] {
  const ref = adminRef(row.first_approved_by, row.first_email);
  const first = ref && { ...ref, at: row.first_approved_at!.toISOString() };
  const before = first === null ? 0 : 1;
  if (row.status === 'approved') return { given: before + 1, needed: before + 1, reasons: [], first };
  if (row.status === 'rejected') return { given: before, needed: 1, reasons: [], first };
  const facts = factsOf(row);
  return {
    given: before,
    needed: Math.max(before + 1, approversNeeded(facts, limits)),
    reasons: secondApproverReasons(facts, limits),
    first,
  };
}

/** A withdrawal as the rule of two judges it. */
export const factsOf = ({ points, created_at, wallet_since, has_earlier }: JoinedRow) => ({
  points,
  requestedAt: created_at,
  walletSince: wallet_since,
  hasEarlier: has_earlier,
});

/** Withdrawals with where their owners' points come from, and what speaks against them. */
export async function reviewRows(deps: Deps, rows: readonly JoinedRow[]): Promise<ReviewRow[]> {
  const userIds = [...new Set(rows.map(({ user_id }) => user_id))];
  const [provenances, flags] = await Promise.all([provenancesOf(deps.db, userIds), evidenceFlagsOf(deps.db, userIds)]);
  return rows.map((row) => ({
    ...reviewedView(row, deps),
    origins: provenances.get(row.user_id)!.origins,
    flags: [...flags.get(row.user_id)!, ...ownFlags(row, deps.now())],
  }));
}

function ownFlags(row: JoinedRow, now: Date): ReviewFlag[] {
  const holds = {
    wallet_replaced: row.status === 'pending' && row.user_wallet !== row.wallet_address,
    on_hold: row.redeem_held_until !== null && row.redeem_held_until > now,
    disabled: row.user_status === 'disabled',
  };
  return (['wallet_replaced', 'on_hold', 'disabled'] as const).filter((flag) => holds[flag]);
}
