import { z } from 'zod';
import { EVERY_ADMIN, REVIEWERS, TREASURERS } from '#domain/identity/admin-role.ts';
import { FREEZE_REASONS, REJECTION_REASONS, WITHDRAWAL_EVENTS, WITHDRAWAL_STATUSES } from '#domain/withdrawals/withdrawal.ts';
import { SECOND_APPROVER_REASONS } from '#domain/withdrawals/withdrawal-review.ts';
import { ledgerRow } from './account.ts';
import { userAdjustment } from './admin-users.ts';
import { adminRef, userRef, waitingApproval } from './approvals.ts';
import { reason } from './audit.ts';
import { listOf, paging, points, queryText, timestamp, uuid } from './common.ts';
import { contactField } from './contact-field.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { evidence, provenance, winnings } from './fraud-signals.ts';
import { withdrawal } from './withdrawals.ts';

/** Withdrawals as the console judges them (docs/rules.md#withdrawals, docs/decisions/031). */

/** What a reviewer should look at before they approve. */
export const REVIEW_FLAGS = [
  /** Three accounts or fewer lost more than 30% of what the user won. */
  'concentrated_wins',
  /** The account looks like one of many of one hand: shared traits, accounts that lose to it (docs/decisions/048). */
  'ring',
  /** Operators topped up more points than the user ever had at risk. */
  'unplayed_top_ups',
  /** The wallet of the request is no longer the user's. */
  'wallet_replaced',
  /** Payouts are on hold since: something of the account was changed. */
  'on_hold',
  'disabled',
] as const;
export type ReviewFlag = (typeof REVIEW_FLAGS)[number];

/** A withdrawal as every admin sees it. */
export const reviewedWithdrawal = withdrawal.omit({ contact: true, review_due_at: true }).extend({
  /** Null, as is the contact, where its owner has left. */
  wallet_address: contactField('wallet').nullable(),
  user: userRef.extend({ status: z.enum(['normal', 'disabled', 'deleted']) }),
  /** Where its owner chose to be told of it. */
  contact: z.object({ channel: withdrawal.shape.contact.shape.channel, address: contactField('identifier') }).nullable(),
  /** Since when the wallet was the user's, and its age in whole days when it was asked for. */
  wallet_since: timestamp,
  wallet_days: z.number().int(),
  /** How long it waited for its decision, or waits by now. */
  waited_seconds: z.number().int(),
  /** Whether that is longer than the 24 hours that users are told. */
  is_overdue: z.boolean(),
  approvals: z.object({
    given: z.number().int().min(0).max(2),
    /** Of different admins; what it took, once it is decided. */
    needed: z.number().int().min(1).max(2),
    /** Why two; empty where one is enough, and once it is decided. */
    reasons: z.array(z.enum(SECOND_APPROVER_REASONS)),
    /** Who approved first where two have to, and what they wrote for the second. */
    first: adminRef.extend({ at: timestamp, note: z.string().nullable() }).nullable(),
  }),
  /** Why it is approved and must not be paid now; null where it is not. */
  frozen: z.enum(FREEZE_REASONS).nullable(),
  decided_by: adminRef.nullable(),
  sent_by: adminRef.nullable(),
});
export type ReviewedWithdrawal = z.infer<typeof reviewedWithdrawal>;

/** A withdrawal in the console's list. */
export const reviewRow = reviewedWithdrawal.extend({
  /** Where the user's points come from, in the order of ORIGINS; 0 to 1 each. */
  origins: provenance.shape.origins,
  flags: z.array(z.enum(REVIEW_FLAGS)),
});
export type ReviewRow = z.infer<typeof reviewRow>;

const path = '/api/admin/withdrawals';
const statusFilter = z.enum([...WITHDRAWAL_STATUSES, 'all']);

export const listReviews = endpoint({
  method: 'GET',
  path,
  access: EVERY_ADMIN,
  summary: 'Withdrawals: undecided ones first, what has waited longest before all; decided ones by their decision, the latest first',
  input: z.object({
    status: statusFilter.default('pending'),
    /** What the user's handle or address begins with (the whole address for who does not see contacts), in any case; or a whole wallet, transaction hash, or id of a withdrawal or user. */
    q: queryText(120).optional(),
    ...paging,
  }),
  reply: listOf(reviewRow),
});

/** Another one of the same user's. */
const earlierWithdrawal = reviewedWithdrawal.pick({
  id: true,
  status: true,
  stage: true,
  points: true,
  usdt: true,
  wallet_address: true,
  submitted_at: true,
  decided_at: true,
  reason_code: true,
  tx_hash: true,
  frozen: true,
});

export type BriefWithdrawal = z.infer<typeof earlierWithdrawal>;

export const userWithdrawals = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/withdrawals',
  access: EVERY_ADMIN,
  summary: "A user's withdrawals, the latest first",
  input: z.object({ id: uuid, ...paging }),
  reply: listOf(earlierWithdrawal),
});

/** Something that happened to a withdrawal. */
export const withdrawalEvent = z.object({
  id: z.number().int(),
  kind: z.enum(WITHDRAWAL_EVENTS),
  /** Null for the owner, and for what happened by itself. */
  admin: adminRef.nullable(),
  at: timestamp,
  /** Why it was rejected, returned, frozen or released; null for all else. */
  reason_code: z.enum([...REJECTION_REASONS, ...FREEZE_REASONS]).nullable(),
  /** The transaction that was recorded with it, or asked for. */
  tx_hash: z.string().nullable(),
  /** Until when payouts were put on hold. */
  until: timestamp.nullable(),
  /** What an admin wrote for other admins, and for the owner. */
  note: z.string().nullable(),
  owner_note: z.string().nullable(),
});
export type WithdrawalEvent = z.infer<typeof withdrawalEvent>;

/** The code with which the caller would be refused now; null where they may. */
const refusal = z.enum(ERROR_CODES).nullable();

export const review = z.object({
  withdrawal: reviewRow,
  /** The user as they are now. */
  account: z.object({
    registered_at: timestamp,
    registration_country: z.string().nullable(),
    country: z.string().nullable(),
    last_login_at: timestamp.nullable(),
    balance: points,
    held: points,
    two_factor: z.boolean(),
    password_changed_at: timestamp.nullable(),
    /** Until when nothing is paid out; null where nothing is held. */
    redeem_held_until: timestamp.nullable(),
    deletion_due_at: timestamp.nullable(),
    /** Settled bets that counted as play (docs/decisions/047), and of these the ones that won. */
    predictions_played: z.number().int(),
    hits: z.number().int(),
    /** What they won on bets, less what they lost. */
    net_won: points,
    /** What admins wrote about them: /api/admin/users/:id/notes. */
    notes: z.number().int(),
  }),
  wallet: z.object({
    /** The user's wallet now; null where they removed it. */
    current: contactField('wallet').nullable(),
    current_since: timestamp.nullable(),
    /** Earlier ones, fifty at most; when each was theirs is not kept. */
    past: z.array(contactField('wallet')),
  }),
  provenance,
  winnings,
  evidence,
  /** All that happened to it, in order. */
  events: z.array(withdrawalEvent),
  /** What was asked for about it and waits for a second admin. */
  waiting: z.object({ return: waitingApproval, correct: waitingApproval }),
  /** Points that admins gave or took, the latest first, twenty at most; all of them: /api/admin/users/:id/adjustments. */
  adjustments: z.object({ items: z.array(userAdjustment), total: z.number().int() }),
  /** Other withdrawals of the user's, the latest first, twenty at most; `count` and `points` are of all that stand approved. */
  earlier: z.object({ items: z.array(earlierWithdrawal), approved_count: z.number().int(), approved_points: points }),
  /** The last twenty changes of the user's balance. */
  ledger: z.array(ledgerRow),
  /** The withdrawal that comes after this one in the list of undecided ones; null at its end. */
  next_id: uuid.nullable(),
  /** What the caller may do with it now. */
  can: z.object({ approve: refusal, reject: refusal, send: refusal, return: refusal, correct: refusal }),
});
export type Review = z.infer<typeof review>;

export const getReview = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: EVERY_ADMIN,
  summary: 'All that a reviewer needs to decide a withdrawal',
  input: z.object({ id: uuid }),
  reply: review,
});

/** For the withdrawal's owner to read. */
const note = z.string().trim().max(500).optional();
/**
 * 64 hexadecimal digits in any case, with or without 0x; anything else is `invalid_tx_hash`, also what nobody's hash can be (one digit all along, a
 * repetition) and one that was ever recorded for another payout.
 */
const txHash = z.string().max(200);

const decided = z.object({ withdrawal: reviewedWithdrawal });

/*
 * All five: `not_found`, `already_decided` where it is not in the state that this begins from (`withdrawal_pending` where it has to be approved first),
 * `same_reviewer` for a withdrawal of a user with the admin's own mailbox.
 */

/**
 * `reason` is for other admins, and `reason_required` where it is missing although evidence speaks against the owner.
 * `note` is for the owner; a first approver's is for the second and other admins. `same_reviewer` where the caller has approved it already, `withdrawal_on_hold` and `account_disabled` where that happened since it was asked for.
 * A `tx_hash` is taken from who may also say `sent` (else `forbidden`), and from the last approver alone: a first of two has paid nothing yet
 * (`invalid_payload`).
 */
export const approveWithdrawal = endpoint({
  method: 'POST',
  path: `${path}/:id/approve`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Approves; where two admins must, the first one’s word is kept, and `approvals` says that another is needed',
  input: z.strictObject({ id: uuid, reason: z.string().trim().max(500).optional(), note, tx_hash: txHash.optional() }),
  reply: decided,
});

/** What an admin may reject for: the other reasons come about otherwise. A missing one is `reason_required`. */
export const REVIEW_REASONS = ['evidence', 'wallet', 'identity', 'rules', 'other'] as const;

export const rejectWithdrawal = endpoint({
  method: 'POST',
  path: `${path}/:id/reject`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Rejects: the points go back to the balance, and their owner may ask again',
  input: z.strictObject({ id: uuid, reason_code: z.enum(REVIEW_REASONS).optional(), note }),
  reply: decided,
});

export const markWithdrawalSent = endpoint({
  method: 'POST',
  path: `${path}/:id/sent`,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Tells by which transaction an approved withdrawal was paid; `demo_payout` in the demo, which pays nothing',
  input: z.strictObject({ id: uuid, tx_hash: txHash }),
  reply: decided,
});

/** What is done, or waits for a second admin: then `approval` is what does. */
const decidedOrAsked = z.object({ withdrawal: reviewedWithdrawal, approval: waitingApproval });

/**
 * One that has a transaction takes a second admin: `approval` is what waits, and `approval_waiting` the refusal where it does already.
 * `same_reviewer` for the admin who decided it. An empty reason is `reason_required`.
 */
export const returnWithdrawal = endpoint({
  method: 'POST',
  path: `${path}/:id/return`,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Gives the points of an approved withdrawal back, as its payout failed outside; by another admin than the one who decided it',
  /** `reason` is for other admins, `note` for the owner. */
  input: z.strictObject({ id: uuid, reason, note }),
  reply: decidedOrAsked,
});

/** `invalid_tx_hash` also for the one that is recorded, `approval_waiting` where a correction waits already. An empty reason is `reason_required`. */
export const correctWithdrawalHash = endpoint({
  method: 'POST',
  path: `${path}/:id/hash`,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Asks for another transaction to be recorded for a withdrawal that was sent; a second admin has to agree',
  input: z.strictObject({ id: uuid, tx_hash: txHash, reason }),
  reply: decidedOrAsked,
});

export const withdrawalsFile = endpoint({
  method: 'GET',
  path: `${path}/export.csv`,
  access: REVIEWERS,
  produces: 'text/csv; charset=utf-8',
  fileName: 'withdrawals.csv',
  isExport: true,
  summary:
    'Withdrawals as a table, in the order in which they were asked for, times in UTC; `approved` leaves out what is frozen, and no frozen one has its wallet; written down in the log of changes; five a minute',
  input: z.object({
    status: statusFilter.default('all'),
    /** UTC days on which they were asked for, both included. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});
