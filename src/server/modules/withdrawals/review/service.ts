import type { ApprovalKind } from '#contract/approvals.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { listReviews } from '#contract/withdrawal-queue.ts';
import type { getReview, Review, userWithdrawals } from '#contract/withdrawal-review.ts';
import type { WithdrawalEventKind } from '#domain/withdrawals/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { historyOf } from '#server/modules/account/public.ts';
import {
  adjustmentsOf,
  findUserRefs,
  findWaitingAbout as findWaiting,
  hasGivenPoints,
  hasInterest,
} from '#server/modules/admins/public.ts';
import { type EventRow, findEvents } from '#server/modules/withdrawals/events/service.ts';
import { evidenceOf, provenancesOf } from '#server/modules/withdrawals/fraud-signals/service.ts';
import { winningsOf } from '#server/modules/withdrawals/fraud-signals/winnings.ts';
import { countWithdrawals } from '#server/modules/withdrawals/requests/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import * as accounts from './account-queries.ts';
import { checkReview } from './check-decision.ts';
import * as reviews from './queries.ts';
import { queueFilterOf } from './queue-filter.ts';
import { briefView, reviewRows } from './review-row.ts';

/** Returns a page of withdrawals. Throws `invalid_query` and `invalid_date`. */
export async function list(
  deps: Deps,
  admin: Pick<SignedInAdmin, 'id' | 'role'>,
  { page, page_size, ...input }: ParsedInputOf<typeof listReviews>,
): Promise<ReplyOf<typeof listReviews>> {
  const offset = offsetOf({ page, page_size });
  const filter = queueFilterOf(deps, admin, input);
  const [rows, counted] = await Promise.all([
    reviews.findReviews(deps.db, filter, page_size, offset),
    reviews.countReviews(deps.db, filter, COUNT_MAX),
  ]);
  const items = await reviewRows(deps, rows);
  return {
    items,
    page,
    page_size,
    ...totalOf(counted.count),
    // Of a list that is not counted to its end, nothing is summed up.
    points: counted.count < COUNT_MAX ? counted.points : null,
  };
}

const LEDGER_ROWS = 20;
const OTHERS_MAX = 20;
const WALLETS_MAX = 50;

/** Returns everything a reviewer needs to decide on a withdrawal. Throws `not_found`. */
export async function review(deps: Deps, admin: SignedInAdmin, id: string): Promise<ReplyOf<typeof getReview>> {
  const { db, config } = deps;
  const row = await reviews.findReview(db, id);
  if (!row) throw new AppError('not_found');
  const userId = row.user_id;
  const [[withdrawal], account, past, others, approved, ledger, evidence, provenances, winnings, nextId, more] = await Promise.all([
    reviewRows(deps, [row], { now: true }),
    accounts.findAccount(db, userId),
    accounts.findPastWallets(db, userId, WALLETS_MAX),
    accounts.findWithdrawalsOf(db, userId, { butId: id, limit: OTHERS_MAX }),
    accounts.sumApproved(db, userId, id),
    historyOf(deps, userId, { page: 1, page_size: LEDGER_ROWS }),
    evidenceOf(db, userId),
    provenancesOf(db, [userId]),
    winningsOf(db, userId),
    accounts.findNextPending(db, row),
    aboutIt(db, id, userId),
  ]);
  const [isOwn, isGiver] = [await hasInterest(deps, db, admin, { userIds: [userId] }), await hasGivenPoints(deps, db, admin.id, userId)];
  const can = (action: keyof Review['can']) =>
    checkReview(action, row, admin, { now: deps.now(), config })?.code ??
    (isOwn || (isGiver && action === 'approve') ? 'own_interest' : null);
  return {
    withdrawal: withdrawal!,
    account: accountView(account),
    wallet: { current: account.wallet_address, current_since: account.wallet_changed_at?.toISOString() ?? null, past },
    provenance: provenances.get(userId)!,
    winnings,
    evidence,
    ...more,
    earlier: {
      items: others.map((other) => briefView(other, deps.now())),
      approved_count: approved.count,
      approved_points: approved.points,
    },
    ledger: ledger.items,
    next_id: nextId,
    can: { approve: can('approve'), reject: can('reject'), send: can('send'), return: can('return'), correct: can('correct') },
  };
}

/** Returns a withdrawal's history, its pending approvals, and the points that admins gave to its owner or took. */
async function aboutIt(db: Db, id: string, userId: string): Promise<Pick<Review, 'events' | 'waiting' | 'adjustments'>> {
  const [events, waiting, adjustments] = await Promise.all([
    findEvents(db, id),
    findWaiting(db, id),
    adjustmentsOf(db, userId, { limit: LEDGER_ROWS, offset: 0 }),
  ]);
  const waits = (kind: ApprovalKind) => {
    const found = waiting.find((one) => one.kind === kind);
    return found ? { id: found.id } : null;
  };
  return {
    events: events.map(eventView),
    waiting: { return: waits('withdrawal_return'), correct: waits('withdrawal_hash') },
    adjustments,
  };
}

/** Returns an event for admins. */
export const eventView = (row: EventRow): Review['events'][number] => ({
  id: row.id,
  kind: row.kind as WithdrawalEventKind,
  admin: row.admin_id === null ? null : { id: row.admin_id, email: row.admin_email! },
  at: row.created_at.toISOString(),
  reason_code: row.reason_code as Review['events'][number]['reason_code'],
  tx_hash: row.tx_hash,
  until: row.until?.toISOString() ?? null,
  note: row.note,
  owner_note: row.owner_note,
});

/** Returns a page of a user's withdrawals. Throws `not_found`. */
export async function listOfUser(
  { db, now }: Deps,
  { id, page, page_size }: ParsedInputOf<typeof userWithdrawals>,
): Promise<ReplyOf<typeof userWithdrawals>> {
  if ((await findUserRefs(db, [id])).size === 0) throw new AppError('not_found');
  const [rows, total] = await Promise.all([
    accounts.findWithdrawalsOf(db, id, { limit: page_size, offset: (page - 1) * page_size }),
    countWithdrawals(db, id, undefined),
  ]);
  return { items: rows.map((row) => briefView(row, now())), page, page_size, total };
}

const accountView = (row: accounts.AccountRow): Review['account'] => ({
  registered_at: row.created_at.toISOString(),
  registration_country: row.registration_country,
  country: row.country,
  last_login_at: row.last_login_at?.toISOString() ?? null,
  balance: row.balance,
  held: row.held,
  two_factor: row.totp_enabled_at !== null,
  password_changed_at: row.password_changed_at?.toISOString() ?? null,
  redeem_held_until: row.redeem_held_until?.toISOString() ?? null,
  deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
  predictions_played: row.played,
  hits: row.hits,
  net_won: row.net_won,
  notes: row.notes,
});
