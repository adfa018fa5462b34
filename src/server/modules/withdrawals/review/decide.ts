import type { Transaction } from 'kysely';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type {
  approveWithdrawal,
  correctWithdrawalHash,
  markWithdrawalSent,
  ReviewedWithdrawal,
  rejectWithdrawal,
  returnWithdrawal,
} from '#contract/withdrawal-review.ts';
import { REVIEWERS, TREASURERS } from '#domain/identity/admin-role.ts';
import { approversNeeded } from '#domain/withdrawals/withdrawal-review.ts';
import type { Deps } from '#server/deps.ts';
import {
  type Actor,
  type AgreedTo,
  type ApprovalRequest,
  actorOf,
  countingWords,
  findWaitingAbout as findWaiting,
  hasGivenPoints,
  mayBeSecond,
  recordAudit,
  requestApproval,
  requireNoInterest,
  requireReason,
} from '#server/modules/admins/public.ts';
import { shareBatchOf } from '#server/modules/withdrawals/batches/queries.ts';
import { addEvent, findTxHashOwner } from '#server/modules/withdrawals/events/service.ts';
import { saveEvidence } from '#server/modules/withdrawals/fraud-signals/assess.ts';
import { askWhetherFrozen, requirePayee } from '#server/modules/withdrawals/payouts/wallet-check.ts';
import {
  approveWithin,
  correctHashWithin,
  lockWithdrawal,
  rejectWithin,
  requireCorrectable,
  returnWithin,
  sentWithin,
} from '#server/modules/withdrawals/requests/end.ts';
import type { WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import { once } from '#server/platform/db/idempotency.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { RequestLimit } from '#server/platform/http/request-limit.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { checkReview, type ReviewAction } from './check-decision.ts';
import * as reviews from './queries.ts';
import { factsOf, reviewedView } from './review-row.ts';

/** Context of a decision: the admin and the request. */
export interface Decision {
  deps: Deps;
  admin: SignedInAdmin;
  request: RequestContext;
}

interface DecisionAction {
  action: ReviewAction;
  id: string;
  /** Acts on the locked withdrawal; the result goes to the audit log together with the withdrawal's own fields. */
  act: (db: Transaction<DB>, announce: Announce, row: reviews.JoinedRow, locked: WithdrawalRow) => Promise<Told | Asked>;
}

/** An approval by a second admin was requested instead; it is already in the audit log. */
interface Asked {
  approval: string;
}

interface Told {
  /** Name in the audit log. */
  action: string;
  reason?: string | null;
  /** Fields that the withdrawal does not show. */
  extra?: Record<string, unknown>;
  /** What the reply shows besides. */
  walletChecked?: boolean | undefined;
}

/**
 * Decides on a withdrawal once, under its lock, and audits it in the same transaction. Concurrent decisions find it decided. Throws the
 * refusals of `checkReview`, `not_found`, and `own_interest`.
 */
const decide = ({ deps, admin, request }: Decision, { action, id, act }: DecisionAction): Promise<Decided> =>
  transact(deps, (db, announce) =>
    once(db, request.idempotency, deps.now(), async () => {
      const locked = await lockWithdrawal(db, id);
      if (action === 'send' || action === 'return') await shareBatchOf(db, id);
      const before = (await reviews.findReview(db, id))!;
      const refusal = checkReview(action, before, admin, { now: deps.now(), config: deps.config });
      if (refusal) throw new AppError(refusal.code, refusal.params);
      await requireNoInterest(deps, db, admin, { userIds: [before.user_id] });
      if (action === 'approve' && (await hasGivenPoints(deps, db, admin.id, before.user_id))) throw new AppError('own_interest');
      const told = await act(db, announce, before, locked);
      const after = (await reviews.findReview(db, id))!;
      const withdrawal = reviewedView(after, deps);
      if ('approval' in told) return { withdrawal, approval: { id: told.approval } };
      await recordAudit(
        db,
        actorOf(admin, request),
        {
          action: told.action,
          subject: { kind: 'withdrawal', id },
          before: stateOf(before),
          after: { ...stateOf(after), user_id: after.user_id, points: after.points, ...told.extra },
          reason: told.reason ?? after.reason_code,
        },
        deps.now(),
      );
      return { withdrawal, approval: null, ...(told.walletChecked !== undefined && { wallet_checked: told.walletChecked }) };
    }),
  );

interface Decided {
  withdrawal: ReviewedWithdrawal;
  approval: { id: string } | null;
  wallet_checked?: boolean;
}

/** Returns the fields of a withdrawal that decisions change. */
const stateOf = ({ status, first_approved_by, reason_code, note, tx_hash }: reviews.JoinedRow) => ({
  status,
  first_approved_by,
  reason_code,
  note,
  tx_hash,
});

/**
 * Approves, or gives the first of two approvals. Throws the errors of `decide` and `approveWithin`, `reason_required` if there is evidence
 * against the owner, `one_hand`, `wallet_unpayable` also for a frozen wallet, `rate_limited`, and `forbidden` or `invalid_payload` for a
 * transaction that the admin may not record.
 */
export async function approve(
  decision: Decision,
  limit: RequestLimit,
  { id, reason, note, tx_hash }: ParsedInputOf<typeof approveWithdrawal>,
) {
  const { deps, admin } = decision;
  // Asked before the withdrawal is locked, as nodes may take seconds.
  const isFrozen = await askWhetherFrozen(deps, limit, admin, id);
  const walletChecked = isFrozen === undefined ? undefined : isFrozen === false;
  const checked = { walletChecked, ...(walletChecked !== undefined && { extra: { wallet_checked: walletChecked } }) };
  return decide(decision, {
    action: 'approve',
    id,
    act: async (db, announce, row, locked) => {
      requirePayee(deps.config, locked.wallet_address ?? '');
      if (isFrozen === true) throw new AppError('wallet_unpayable', { fault: 'frozen' });
      if (tx_hash !== undefined && !TREASURERS.includes(admin.role)) throw new AppError('forbidden');
      if (tx_hash !== undefined && deps.config.tron !== null) throw new AppError('invalid_payload', { field: 'tx_hash' });
      const facts = factsOf(row, await saveEvidence(db, row, 'decided', deps.now()));
      const why = facts.isFlagged ? requireReason(reason ?? '') : reason || null;
      const isFirst = !(await isFirstWordCounting(db, row));
      if (!isFirst && !(await mayBeSecond(deps, db, row.first_approved_by!, admin.id))) throw new AppError('one_hand');
      const isFirstOfTwo = isFirst && approversNeeded(facts, deps.config.limits) === 2;
      if (isFirstOfTwo) {
        if (tx_hash !== undefined) throw new AppError('invalid_payload', { field: 'tx_hash' });
        await reviews.setFirstApproval(db, id, admin.id, deps.now());
        const words = [note, why].filter(Boolean).join(' – ') || null;
        await addEvent(db, id, { kind: 'approved_first', adminId: admin.id, note: words }, deps.now());
        return { ...checked, action: 'withdrawal.approve_first', reason: why, extra: { ...checked.extra, note_for_second: note ?? null } };
      }
      await approveWithin(deps, db, announce, locked, { by: admin.id, note: note || null, txHash: tx_hash ?? null });
      return { ...checked, action: 'withdrawal.approve', reason: why };
    },
  });
}

/** Returns whether a first admin has approved and has not been disabled, demoted or reset since. */
async function isFirstWordCounting(db: Transaction<DB>, { first_approved_by, first_approved_at }: reviews.JoinedRow): Promise<boolean> {
  if (first_approved_by === null || first_approved_at === null) return false;
  const [counts] = await countingWords(db, [{ admin_id: first_approved_by, at: first_approved_at }], REVIEWERS);
  return counts === true;
}

/** Rejects, also after the first of two approvals. Throws the errors of `decide`, and `reason_required`. */
export const reject = (decision: Decision, { id, reason_code, note }: ParsedInputOf<typeof rejectWithdrawal>) =>
  decide(decision, {
    action: 'reject',
    id,
    act: async (db, announce, row, locked) => {
      if (reason_code === undefined) throw new AppError('reason_required');
      await saveEvidence(db, row, 'decided', decision.deps.now());
      await rejectWithin(decision.deps, db, announce, locked, { by: decision.admin.id, reason: reason_code, note: note || null });
      return { action: 'withdrawal.reject' };
    },
  });

/**
 * Records the transaction by which an approved withdrawal was paid; of a batch, if it is still in this one. Throws the errors of `decide`,
 * `payout_batched` if it is not, and `invalid_tx_hash`.
 */
export const markSent = (decision: Decision, { id, tx_hash }: ParsedInputOf<typeof markWithdrawalSent>, batchId?: string) =>
  decide(decision, {
    action: 'send',
    id,
    act: async (db, announce, { batch_id }, locked) => {
      if (batchId !== undefined && batch_id !== batchId) throw new AppError('payout_batched');
      await sentWithin(decision.deps, db, announce, locked, { by: decision.admin.id, txHash: tx_hash });
      return { action: 'withdrawal.sent', ...(batch_id !== null && { extra: { batch_id } }) };
    },
  });

/**
 * Returns the points of an approved withdrawal after a failed payout; one with a transaction needs a second admin's approval. Throws the
 * errors of `decide`, `reason_required`, and `approval_waiting`.
 */
export const giveBack = (decision: Decision, { id, reason, note }: ParsedInputOf<typeof returnWithdrawal>) =>
  decide(decision, {
    action: 'return',
    id,
    act: async (db, announce, _, locked) => {
      const { deps, admin } = decision;
      const why = requireReason(reason);
      if (locked.tx_hash !== null)
        return askSecond(decision, db, locked, { kind: 'withdrawal_return', payload: { note: note || null }, reason: why });
      await returnWithin(deps, db, announce, locked, { by: admin.id, reason: why, note: note || null });
      return { action: 'withdrawal.return', reason: why };
    },
  });

/**
 * Requests to record another transaction for a sent withdrawal. Throws the errors of `decide`, `reason_required`, `invalid_tx_hash`, and
 * `approval_waiting`.
 */
export const correctHash = (decision: Decision, { id, tx_hash, reason }: ParsedInputOf<typeof correctWithdrawalHash>) =>
  decide(decision, {
    action: 'correct',
    id,
    act: async (db, _announce, _row, locked) => {
      const why = requireReason(reason);
      const from = locked.tx_hash!;
      const to = requireCorrectable(decision.deps, locked, { from, txHash: tx_hash });
      if (((await findTxHashOwner(db, to)) ?? id) !== id) throw new AppError('invalid_tx_hash');
      return askSecond(decision, db, locked, { kind: 'withdrawal_hash', payload: { from, tx_hash: to }, reason: why });
    },
  });

type Wish =
  | Pick<ApprovalRequest<'withdrawal_return'>, 'kind' | 'payload' | 'reason'>
  | Pick<ApprovalRequest<'withdrawal_hash'>, 'kind' | 'payload' | 'reason'>;

/** Requests a second admin's approval for a locked withdrawal. Throws `approval_waiting` if the same approval is already pending. */
async function askSecond(
  { deps, admin, request }: Decision,
  db: Transaction<DB>,
  { id, points }: WithdrawalRow,
  wish: Wish,
): Promise<Asked> {
  if ((await findWaiting(db, id)).some(({ kind }) => kind === wish.kind)) throw new AppError('approval_waiting');
  const event =
    wish.kind === 'withdrawal_return'
      ? ({ kind: 'return_asked', ownerNote: wish.payload.note } as const)
      : ({ kind: 'correction_asked', txHash: wish.payload.tx_hash } as const);
  await addEvent(db, id, { ...event, adminId: admin.id, note: wish.reason }, deps.now());
  return { approval: await requestApproval(deps, db, actorOf(admin, request), { ...wish, subjectId: id, points }) };
}

/** Returns the points of a sent withdrawal as two admins agreed. Throws `already_decided` if it was returned meanwhile. */
export async function returnAsAgreed(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  actor: Actor,
  { subject_id, payload, reason }: AgreedTo<'withdrawal_return'>,
): Promise<void> {
  await returnWithin(deps, db, announce, await lockWithdrawal(db, subject_id), { by: actor.id, reason, note: payload.note });
}

/** Records another transaction as two admins agreed. Throws `already_decided` or `invalid_tx_hash` if the facts have changed meanwhile. */
export async function correctHashAsAgreed(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  actor: Actor,
  { subject_id, payload, reason }: AgreedTo<'withdrawal_hash'>,
): Promise<void> {
  const row = await lockWithdrawal(db, subject_id);
  await correctHashWithin(deps, db, announce, row, { by: actor.id, from: payload.from, txHash: payload.tx_hash, reason });
}
