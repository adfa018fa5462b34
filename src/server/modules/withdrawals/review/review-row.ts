import type { BriefWithdrawal, ReviewedWithdrawal, ReviewFlag, ReviewRow } from '#contract/withdrawal-review.ts';
import { DAY_MS } from '#domain/time.ts';
import {
  type FreezeReason,
  freezeReason,
  REVIEW_HOURS,
  type RedeemChannel,
  type RejectionReason,
  type WithdrawalStatus,
  withdrawalStage,
} from '#domain/withdrawals/withdrawal.ts';
import { approversNeeded, secondApproverReasons } from '#domain/withdrawals/withdrawal-review.ts';
import type { Limits } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { userRef } from '#server/modules/admins/public.ts';
import { EVIDENCE_FLAGS, type EvidenceFlag, evidenceFlagsOf, takesTwo } from '#server/modules/withdrawals/fraud-signals/assess.ts';
import { provenancesOf } from '#server/modules/withdrawals/fraud-signals/service.ts';
import { payoutView } from '#server/modules/withdrawals/payouts/follow.ts';
import type { WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import type { JoinedRow } from './queries.ts';

/** Standing of a withdrawal's owner. */
export interface OwnerStanding {
  user_status: string;
  redeem_held_until: Date | null;
}

/** Returns why an approved withdrawal must not be paid at a time; null if it may be paid or is not approved. */
export const frozenNow = (row: Pick<WithdrawalRow, 'status' | 'tx_hash'> & OwnerStanding, now: Date): FreezeReason | null =>
  freezeReason(
    { status: row.status as WithdrawalStatus, txHash: row.tx_hash },
    { status: row.user_status, heldUntil: row.redeem_held_until },
    now,
  );

/** Returns a withdrawal by itself. */
export function briefView(row: WithdrawalRow & OwnerStanding, now: Date): BriefWithdrawal {
  const status = row.status as WithdrawalStatus;
  return {
    frozen: frozenNow(row, now),
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
    payout: payoutView(row),
  };
}

/** Returns a withdrawal as every admin sees it. */
export function reviewedView(
  row: JoinedRow,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  flags: readonly EvidenceFlag[] = [],
): ReviewedWithdrawal {
  const waitedMs = (row.decided_at ?? now()).getTime() - row.created_at.getTime();
  return {
    ...briefView(row, now()),
    payouts_verified: config.tron !== null,
    user: { ...userRef({ ...row, id: row.user_id }), status: row.user_status },
    contact: row.contact === null ? null : { channel: row.contact_channel as RedeemChannel, address: row.contact },
    note: row.note,
    sent_at: row.sent_at?.toISOString() ?? null,
    wallet_since: row.wallet_since.toISOString(),
    wallet_days: Math.floor((row.created_at.getTime() - row.wallet_since.getTime()) / DAY_MS),
    waited_seconds: Math.floor(waitedMs / 1_000),
    is_overdue: waitedMs > REVIEW_HOURS * 3_600_000,
    approvals: approvalsOf(row, flags, config.limits),
    decided_by: adminRef(row.decided_by, row.decided_email),
    sent_by: adminRef(row.sent_by, row.sent_email),
  };
}

const adminRef = (id: string | null, email: string | null) => (id === null || email === null ? null : { id, email });

function approvalsOf(row: JoinedRow, flags: readonly EvidenceFlag[], limits: Limits): ReviewedWithdrawal['approvals'] {
  const ref = adminRef(row.first_approved_by, row.first_email);
  const first = ref && { ...ref, at: row.first_approved_at!.toISOString(), note: row.first_note };
  const before = first === null ? 0 : 1;
  if (row.status === 'approved') return { given: before + 1, needed: before + 1, reasons: [], first };
  if (row.status === 'rejected') return { given: before, needed: 1, reasons: [], first };
  const facts = factsOf(row, flags);
  return {
    given: before,
    needed: Math.max(before + 1, approversNeeded(facts, limits)),
    reasons: secondApproverReasons(facts, limits),
    first,
  };
}

/** Returns a withdrawal in the form in which the two-admin rule is evaluated; `flags` are the present ones of its owner. */
export const factsOf = ({ points, created_at, wallet_since, has_earlier, evidence_flags }: JoinedRow, flags: readonly EvidenceFlag[]) => ({
  points,
  requestedAt: created_at,
  walletSince: wallet_since,
  hasEarlier: has_earlier,
  isFlagged: takesTwo([...evidence_flags, ...flags]),
});

/**
 * Returns withdrawals with the origin of their owners' points and the flags against them: those found when it was requested and decided,
 * and with `now` also those of this moment. Looking again at the owners of a whole list takes seconds; a request's own page and its
 * decision always do.
 */
export async function reviewRows(deps: Deps, rows: readonly JoinedRow[], { now: isNow = false } = {}): Promise<ReviewRow[]> {
  const userIds = [...new Set(rows.map(({ user_id }) => user_id))];
  const asked = rows.filter(({ status, has_evidence }) => isNow || (status === 'pending' && !has_evidence));
  const [provenances, flags] = await Promise.all([
    provenancesOf(deps.db, userIds),
    evidenceFlagsOf(deps.db, [...new Set(asked.map(({ user_id }) => user_id))]),
  ]);
  return rows.map((row) => {
    const now = flags.get(row.user_id) ?? [];
    return {
      ...reviewedView(row, deps, now),
      origins: provenances.get(row.user_id)!.origins,
      // Flags found at the time of the request still count, even if the underlying data has been purged since.
      flags: [...EVIDENCE_FLAGS.filter((flag) => now.includes(flag) || row.evidence_flags.includes(flag)), ...ownFlags(row, deps.now())],
      assignee: assigneeOf(row, deps.now()),
      notes: row.notes,
    };
  });
}

/** Returns who is looking at a withdrawal at a time; null if nobody says so, or if it is over. */
export function assigneeOf(
  { assigned_to, assigned_email, assigned_until }: Pick<JoinedRow, 'assigned_to' | 'assigned_email' | 'assigned_until'>,
  now: Date,
): ReviewRow['assignee'] {
  const admin = adminRef(assigned_to, assigned_email);
  return admin === null || assigned_until === null || assigned_until <= now ? null : { ...admin, until: assigned_until.toISOString() };
}

function ownFlags(row: JoinedRow, now: Date): ReviewFlag[] {
  const holds = {
    wallet_replaced: row.status === 'pending' && row.user_wallet !== row.wallet_address,
    on_hold: row.redeem_held_until !== null && row.redeem_held_until > now,
    disabled: row.user_status === 'disabled',
  };
  return (['wallet_replaced', 'on_hold', 'disabled'] as const).filter((flag) => holds[flag]);
}
