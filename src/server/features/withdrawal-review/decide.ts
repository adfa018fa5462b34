import type { Transaction } from 'kysely';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type {
  approveWithdrawal,
  markWithdrawalSent,
  ReviewedWithdrawal,
  rejectWithdrawal,
  returnWithdrawal,
} from '#contract/withdrawal-review.ts';
import { TREASURERS } from '#domain/admin-role.ts';
import { approversNeeded } from '#domain/withdrawal-review.ts';
import { once } from '#server/db/idempotency.ts';
import type { DB } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireReason } from '#server/features/audit/service.ts';
import {
  approveWithin,
  lockWithdrawal,
  rejectWithin,
  returnWithin,
  sentWithin,
  type WithdrawalRow,
} from '#server/features/withdrawals/service.ts';
import type { SignedInAdmin } from '#server/http/admin-caller.ts';
import { AppError } from '#server/http/app-error.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { type Announce, transact } from '#server/transact.ts';
import * as reviews from './queries.ts';
import { type ReviewAction, refuseReview } from './refusal.ts';
import { factsOf, reviewedView } from './review-row.ts';

/** Who decides what, as the request came in. */
export interface Decision {
  deps: Deps;
  admin: SignedInAdmin;
  request: RequestContext;
}

interface Deed {
  action: ReviewAction;
  id: string;
  /** What is done to the locked withdrawal; what it returns stands in the log beside the withdrawal's own fields. */
  act: (db: Transaction<DB>, announce: Announce, row: reviews.JoinedRow, locked: WithdrawalRow) => Promise<Told>;
}

interface Told {
  /** As the log names it. */
  action: string;
  reason?: string | null;
  /** Fields that the withdrawal does not show. */
  extra?: Record<string, unknown>;
}

/**
 * Does something to a withdrawal once, under its lock, and writes it down in the same transaction. Whoever comes second finds it decided.
 * Throws what `refuseReview` says, and `not_found`.
 */
const decide = ({ deps, admin, request }: Decision, { action, id, act }: Deed): Promise<{ withdrawal: ReviewedWithdrawal }> =>
  transact(deps, (db, announce) =>
    once(db, request.idempotency, deps.now(), async () => {
      const locked = await lockWithdrawal(db, id);
      const before = (await reviews.findReview(db, id))!;
      const refusal = refuseReview(action, before, admin, { now: deps.now(), demo: deps.config.demo });
      if (refusal) throw new AppError(refusal.code, refusal.params);
      const told = await act(db, announce, before, locked);
      const after = (await reviews.findReview(db, id))!;
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
      return { withdrawal: reviewedView(after, deps) };
    }),
  );

/** What of a withdrawal these change. */
const stateOf = ({ status, first_approved_by, reason_code, note, tx_hash }: reviews.JoinedRow) => ({
  status,
  first_approved_by,
  reason_code,
  note,
  tx_hash,
});

/** Approves, or is the first of two to do so. Throws as `decide` and `approveWithin` do, `forbidden` and `invalid_payload` for a transaction that is not theirs to tell. */
export const approve = (decision: Decision, { id, note, tx_hash }: ParsedInputOf<typeof approveWithdrawal>) =>
  decide(decision, {
    action: 'approve',
    id,
    act: async (db, announce, row, locked) => {
      const { deps, admin } = decision;
      if (tx_hash !== undefined && !TREASURERS.includes(admin.role)) throw new AppError('forbidden');
      const isFirstOfTwo = row.first_approved_by === null && approversNeeded(factsOf(row), deps.config.limits) === 2;
      if (isFirstOfTwo) {
        if (tx_hash !== undefined) throw new AppError('invalid_payload', { field: 'tx_hash' });
        await reviews.setFirstApproval(db, id, admin.id, deps.now());
        return { action: 'withdrawal.approve_first', extra: { note_for_second: note ?? null } };
      }
      await approveWithin(deps, db, announce, locked, { by: admin.id, note: note || null, txHash: tx_hash ?? null });
      return { action: 'withdrawal.approve' };
    },
  });

/** Rejects, also what one of two has approved. Throws as `decide` does, and `reason_required`. */
export const reject = (decision: Decision, { id, reason_code, note }: ParsedInputOf<typeof rejectWithdrawal>) =>
  decide(decision, {
    action: 'reject',
    id,
    act: async (db, announce, _, locked) => {
      if (reason_code === undefined) throw new AppError('reason_required');
      await rejectWithin(decision.deps, db, announce, locked, { by: decision.admin.id, reason: reason_code, note: note || null });
      return { action: 'withdrawal.reject' };
    },
  });

/** Tells by which transaction an approved one was paid. Throws as `decide` does, and `invalid_tx_hash`. */
export const markSent = (decision: Decision, { id, tx_hash }: ParsedInputOf<typeof markWithdrawalSent>) =>
  decide(decision, {
    action: 'send',
    id,
    act: async (db, announce, _, locked) => {
      await sentWithin(decision.deps, db, announce, locked, { by: decision.admin.id, txHash: tx_hash });
      return { action: 'withdrawal.sent' };
    },
  });

/** Gives the points of an approved one back, as its payout failed. Throws as `decide` does, and `reason_required`. */
export const giveBack = (decision: Decision, { id, reason, note }: ParsedInputOf<typeof returnWithdrawal>) =>
  decide(decision, {
    action: 'return',
    id,
    act: async (db, announce, _, locked) => {
      const why = requireReason(reason);
      await returnWithin(decision.deps, db, announce, locked, { by: decision.admin.id, note: note || null });
      return { action: 'withdrawal.return', reason: why };
    },
  });
