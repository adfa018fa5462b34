import { z } from 'zod';
import { EVERY_ADMIN, REVIEWERS, TREASURERS } from '#domain/identity/admin-role.ts';
import { NODE_PROBLEMS, PAYOUT_FAULTS, PAYOUT_STATES } from '#domain/withdrawals/payout/payout.ts';
import { FREEZE_REASONS, REJECTION_REASONS, WITHDRAWAL_EVENTS } from '#domain/withdrawals/withdrawal.ts';
import { SECOND_APPROVER_REASONS } from '#domain/withdrawals/withdrawal-review.ts';
import { ledgerRow } from './account.ts';
import { userAdjustment } from './admin-users.ts';
import { adminRef, userRef, waitingApproval } from './approvals.ts';
import { reason } from './audit.ts';
import { listOf, paging, points, timestamp, uuid } from './common.ts';
import { contactField } from './contact-field.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { evidence, provenance, winnings } from './fraud-signals.ts';
import { withdrawal } from './withdrawals.ts';

/** Withdrawals in the console (docs/rules.md#withdrawals, docs/decisions/031). */

/** Points for a reviewer to check before approving. */
export const REVIEW_FLAGS = [
  /** Three accounts or fewer lost more than 30% of what the user won. */
  'concentrated_wins',
  /** The account looks like one of several of one person: shared traits, accounts that lose to it (docs/decisions/048). */
  'ring',
  /** Operators topped up more points than the user ever had at risk. */
  'unplayed_top_ups',
  /** The wallet of the request is no longer the user's. */
  'wallet_replaced',
  /** Payouts have since been put on hold: the account was changed. */
  'on_hold',
  'disabled',
] as const;
export type ReviewFlag = (typeof REVIEW_FLAGS)[number];

/** What the chain says of a withdrawal's transaction. */
const checkedPayout = z.object({
  /** `not_verified` if it was recorded without a node that verifies it. */
  state: z.enum([...PAYOUT_STATES, 'not_verified']),
  /** What does not match; null for other states. */
  fault: z.enum(PAYOUT_FAULTS).nullable(),
  /** How it failed, as the chain names it; null for other states. */
  failure: z.string().nullable(),
  /** Why the last check said nothing, so that the state is that of an earlier one; null if it did. */
  problem: z.enum(NODE_PROBLEMS).nullable(),
  /** When nodes last said something; null if they never did. */
  checked_at: timestamp.nullable(),
  /** When they are asked next; null once the state is final. */
  next_check_at: timestamp.nullable(),
});

/** A withdrawal as every admin sees it: sent once a transaction was recorded. */
export const reviewedWithdrawal = withdrawal.omit({ contact: true, review_due_at: true }).extend({
  /** Null without a transaction. */
  payout: checkedPayout.nullable(),
  /** Whether transactions are verified on the chain from now on; then none is taken together with an approval. */
  payouts_verified: z.boolean(),
  /** Null, like the contact, if the owner has left. */
  wallet_address: contactField('wallet').nullable(),
  user: userRef.extend({ status: z.enum(['normal', 'disabled', 'deleted']) }),
  /** The channel that the owner chose for messages about it. */
  contact: z.object({ channel: withdrawal.shape.contact.shape.channel, address: contactField('identifier') }).nullable(),
  /** When the wallet became the user's, and its age in whole days at the time of the request. */
  wallet_since: timestamp,
  wallet_days: z.number().int(),
  /** How long it waited for its decision, or has waited so far. */
  waited_seconds: z.number().int(),
  /** Whether it exceeds the 24 hours that users are promised. */
  is_overdue: z.boolean(),
  approvals: z.object({
    given: z.number().int().min(0).max(2),
    /** Approvals by different admins; once decided, the number it took. */
    needed: z.number().int().min(1).max(2),
    /** Why two are needed; empty if one is enough, and once it is decided. */
    reasons: z.array(z.enum(SECOND_APPROVER_REASONS)),
    /** The first of two approvers, and their note for the second. */
    first: adminRef.extend({ at: timestamp, note: z.string().nullable() }).nullable(),
  }),
  /** Why it is approved but must not be paid now; null if it may be paid. */
  frozen: z.enum(FREEZE_REASONS).nullable(),
  decided_by: adminRef.nullable(),
  sent_by: adminRef.nullable(),
});
export type ReviewedWithdrawal = z.infer<typeof reviewedWithdrawal>;

/** A withdrawal in the console's list. */
export const reviewRow = reviewedWithdrawal.extend({
  /** The origins of the user's points, in the order of ORIGINS; shares from 0 to 1. */
  origins: provenance.shape.origins,
  flags: z.array(z.enum(REVIEW_FLAGS)),
  /** The admin who is looking at it, and until when others see that. Others can still decide. Null if nobody is. */
  assignee: adminRef.extend({ until: timestamp }).nullable(),
  /** Number of notes that admins wrote about it for each other: events of kind `noted`. */
  notes: z.number().int(),
});
export type ReviewRow = z.infer<typeof reviewRow>;

const path = '/api/admin/withdrawals';
/** A withdrawal by itself. */
export const briefWithdrawal = reviewedWithdrawal.pick({
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
  payout: true,
  frozen: true,
});

export type BriefWithdrawal = z.infer<typeof briefWithdrawal>;

export const userWithdrawals = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/withdrawals',
  access: EVERY_ADMIN,
  summary: "A user's withdrawals, newest first",
  input: z.object({ id: uuid, ...paging }),
  reply: listOf(briefWithdrawal),
});

/** Something that happened to a withdrawal. */
export const withdrawalEvent = z.object({
  id: z.number().int(),
  kind: z.enum(WITHDRAWAL_EVENTS),
  /** Null for the owner, and for automatic events. */
  admin: adminRef.nullable(),
  at: timestamp,
  /** Why it was rejected, returned, frozen or released, or what does not match; null for other events. */
  reason_code: z.enum([...REJECTION_REASONS, ...FREEZE_REASONS, ...PAYOUT_FAULTS]).nullable(),
  /** The transaction recorded or requested. */
  tx_hash: z.string().nullable(),
  /** When the hold on payouts ends. */
  until: timestamp.nullable(),
  /** An admin's texts for other admins, and for the owner. */
  note: z.string().nullable(),
  owner_note: z.string().nullable(),
});
export type WithdrawalEvent = z.infer<typeof withdrawalEvent>;

/** The code with which the caller would be refused now; null if they may. */
const refusal = z.enum(ERROR_CODES).nullable();

export const review = z.object({
  withdrawal: reviewRow,
  /** The user's present state. */
  account: z.object({
    registered_at: timestamp,
    registration_country: z.string().nullable(),
    country: z.string().nullable(),
    last_login_at: timestamp.nullable(),
    balance: points,
    held: points,
    two_factor: z.boolean(),
    password_changed_at: timestamp.nullable(),
    /** Payouts are held until then; null if they are not. */
    redeem_held_until: timestamp.nullable(),
    deletion_due_at: timestamp.nullable(),
    /** Settled bets that counted as play (docs/decisions/047), and how many of these won. */
    predictions_played: z.number().int(),
    hits: z.number().int(),
    /** Points won on bets, less points lost. */
    net_won: points,
    /** Number of admins' notes: /api/admin/users/:id/notes. */
    notes: z.number().int(),
  }),
  wallet: z.object({
    /** The user's present wallet; null if they removed it. */
    current: contactField('wallet').nullable(),
    current_since: timestamp.nullable(),
    /** Previous wallets, at most fifty; the dates of their use are not stored. */
    past: z.array(contactField('wallet')),
  }),
  provenance,
  winnings,
  evidence,
  /** All its events, in order. */
  events: z.array(withdrawalEvent),
  /** Requested changes to it that wait for a second admin. */
  waiting: z.object({ return: waitingApproval, correct: waitingApproval }),
  /** Points that admins gave or took, newest first, at most twenty; all of them: /api/admin/users/:id/adjustments. */
  adjustments: z.object({ items: z.array(userAdjustment), total: z.number().int() }),
  /** Other withdrawals of the user, newest first, at most twenty; `count` and `points` cover all that are approved. */
  earlier: z.object({ items: z.array(briefWithdrawal), approved_count: z.number().int(), approved_points: points }),
  /** The last twenty changes of the user's balance. */
  ledger: z.array(ledgerRow),
  /** The next withdrawal in the list of undecided ones; null at its end. */
  next_id: uuid.nullable(),
  /** The caller's permitted actions. */
  can: z.object({ approve: refusal, reject: refusal, send: refusal, return: refusal, correct: refusal }),
});
export type Review = z.infer<typeof review>;

export const getReview = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: EVERY_ADMIN,
  summary: 'Everything that a reviewer needs to decide a withdrawal',
  input: z.object({ id: uuid }),
  reply: review,
});

/** For the withdrawal's owner. */
const note = z.string().trim().max(500).optional();
/**
 * 64 hexadecimal digits in any case, with or without 0x. `invalid_tx_hash` for anything else, for impossible hashes (a single digit or a
 * pattern repeated), and for a hash ever recorded for another payout.
 */
const txHash = z.string().max(200);

const decided = z.object({ withdrawal: reviewedWithdrawal });

/*
 * All five: `not_found`, `already_decided` if it is not in the required state (`withdrawal_pending` if it has to be approved first),
 * `same_reviewer` for a withdrawal of a user with the admin's own mailbox.
 */

/**
 * `reason` is for other admins; `reason_required` if it is missing although there is evidence against the owner. `note` is for the owner; a
 * first approver's note is for the second and other admins. `same_reviewer` if the caller has approved it already; `withdrawal_on_hold` and
 * `account_disabled` if that happened since the request. A `tx_hash` is only accepted from roles that may call `sent` (else `forbidden`),
 * and from the last approver: the first of two has paid nothing yet (`invalid_payload`). Where payouts are verified, it is always refused:
 * what pays a withdrawal comes after its approval. `wallet_unpayable` with the `fault` if a payout to the wallet would be lost: it is no
 * address of a person, the treasury itself, or frozen by the issuer of USDT. `rate_limited`: sixty attempts a minute.
 */
export const approveWithdrawal = endpoint({
  method: 'POST',
  path: `${path}/:id/approve`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Approves a withdrawal; if two admins are required, the first approval is stored, and `approvals` shows that another is needed',
  input: z.strictObject({ id: uuid, reason: z.string().trim().max(500).optional(), note, tx_hash: txHash.optional() }),
  /** `wallet_checked`: whether the chain said that the wallet is not frozen; false if no node answered, absent where none is set up. */
  reply: decided.extend({ wallet_checked: z.boolean().optional() }),
});

/** Reasons that an admin may reject for; the other reasons have other causes. `reason_required` if missing. */
export const REVIEW_REASONS = ['evidence', 'wallet', 'identity', 'rules', 'other'] as const;

export const rejectWithdrawal = endpoint({
  method: 'POST',
  path: `${path}/:id/reject`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Rejects a withdrawal: the points return to the balance, and the user may request again',
  input: z.strictObject({ id: uuid, reason_code: z.enum(REVIEW_REASONS).optional(), note }),
  reply: decided,
});

export const markWithdrawalSent = endpoint({
  method: 'POST',
  path: `${path}/:id/sent`,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Records the transaction that paid an approved withdrawal; `demo_payout` in the demo, which pays nothing',
  input: z.strictObject({ id: uuid, tx_hash: txHash }),
  reply: decided,
});

/** The result, or in `approval` what waits for a second admin. */
const decidedOrAsked = z.object({ withdrawal: reviewedWithdrawal, approval: waitingApproval });

/**
 * A withdrawal with a transaction needs a second admin: `approval` is the waiting request, and `approval_waiting` the refusal if there is
 * one already. `same_reviewer` for the admin who decided it. An empty reason is `reason_required`. `payout_unclear` while its transaction is
 * verified and may still pay, `payout_confirmed` once it did.
 */
export const returnWithdrawal = endpoint({
  method: 'POST',
  path: `${path}/:id/return`,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Returns the points of an approved withdrawal whose payout failed; by another admin than the one who decided',
  /** `reason` is for other admins, `note` for the owner. */
  input: z.strictObject({ id: uuid, reason, note }),
  reply: decidedOrAsked,
});

/**
 * `payout_confirmed` if the chain confirms the recorded one. `invalid_tx_hash` also for the recorded hash, `approval_waiting` if a correction is waiting already. An empty reason is
 * `reason_required`.
 */
export const correctWithdrawalHash = endpoint({
  method: 'POST',
  path: `${path}/:id/hash`,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Requests a corrected transaction for a sent withdrawal; a second admin has to approve',
  input: z.strictObject({ id: uuid, tx_hash: txHash, reason }),
  reply: decidedOrAsked,
});
