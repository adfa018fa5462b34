import { z } from 'zod';
import { EVERY_ADMIN, REVIEWERS, TREASURERS } from '#domain/admin-role.ts';
import { WITHDRAWAL_STATUSES } from '#domain/withdrawal.ts';
import { SECOND_APPROVER_REASONS } from '#domain/withdrawal-review.ts';
import { ledgerRow } from './account.ts';
import { adminRef, userRef } from './approvals.ts';
import { listOf, paging, points, queryText, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { evidence, provenance, winnings } from './evidence.ts';
import { withdrawal } from './withdrawals.ts';

/** Withdrawals as the console judges them (decisions.md section 5, docs/decisions/031). */

/** What a reviewer should look at before they approve. */
export const REVIEW_FLAGS = [
  /** Three accounts or fewer lost more than 30% of what the user won. */
  'concentrated_wins',
  /** Other accounts were seen in the same browser, or have or had the same wallet. */
  'shared_device',
  'shared_wallet',
  /** More accounts than a household has registered from the user's address on the internet within seven days. */
  'shared_network',
  /** An invite of theirs, or that they came by, is or was held for review. */
  'reviewed_invite',
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
  wallet_address: z.string().nullable(),
  user: userRef.extend({ status: z.enum(['normal', 'disabled', 'deleted']) }),
  /** Where its owner chose to be told of it. */
  contact: z.object({ channel: withdrawal.shape.contact.shape.channel, address: z.string() }).nullable(),
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
    /** Who approved first where two have to. */
    first: adminRef.extend({ at: timestamp }).nullable(),
  }),
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
    /** What the user's handle or address begins with, in any case; or a whole wallet, transaction hash, or id of a withdrawal or user. */
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
});

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
    /** Settled bets, refunds excluded, and of these the ones that won. */
    predictions_played: z.number().int(),
    hits: z.number().int(),
    /** What they won on bets, less what they lost. */
    net_won: points,
    /** What admins wrote about them: /api/admin/users/:id/notes. */
    notes: z.number().int(),
  }),
  wallet: z.object({
    /** The user's wallet now; null where they removed it. */
    current: z.string().nullable(),
    current_since: timestamp.nullable(),
    /** Earlier ones, fifty at most; when each was theirs is not kept. */
    past: z.array(z.string()),
  }),
  provenance,
  winnings,
  evidence,
  /** Other withdrawals of the user's, the latest first, twenty at most; `count` and `points` are of all that stand approved. */
  earlier: z.object({ items: z.array(earlierWithdrawal), approved_count: z.number().int(), approved_points: points }),
  /** The last twenty changes of the user's balance. */
  ledger: z.array(ledgerRow),
  /** The withdrawal that comes after this one in the list of undecided ones; null at its end. */
  next_id: uuid.nullable(),
  /** What the caller may do with it now. */
  can: z.object({ approve: refusal, reject: refusal, send: refusal, return: refusal }),
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
/** 64 hexadecimal digits in any case, with or without 0x; anything else is `invalid_tx_hash`, also one that belongs to another payout. */
const txHash = z.string().max(200);

const decided = z.object({ withdrawal: reviewedWithdrawal });

/*
 * All four: `not_found`, `already_decided` where it is not in the state that this begins from (`withdrawal_pending` where it has to be approved first),
 * `same_reviewer` for a withdrawal of a user with the admin's own mailbox.
 */

/**
 * `note` is for the owner; a first approver's is only written down in the log. `same_reviewer` where the caller has approved it already, `withdrawal_on_hold` and `account_disabled` where that happened since it was asked for.
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
  input: z.strictObject({ id: uuid, note, tx_hash: txHash.optional() }),
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

/** `same_reviewer` for the admin who decided it. An empty reason is `reason_required`. */
export const returnWithdrawal = endpoint({
  method: 'POST',
  path: `${path}/:id/return`,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Gives the points of an approved withdrawal back, as its payout failed outside; by another admin than the one who decided it',
  /** `reason` is for other admins, `note` for the owner. */
  input: z.strictObject({ id: uuid, reason: z.string().trim().max(500), note }),
  reply: decided,
});

export const withdrawalsFile = endpoint({
  method: 'GET',
  path: `${path}/export.csv`,
  access: REVIEWERS,
  produces: 'text/csv; charset=utf-8',
  fileName: 'withdrawals.csv',
  summary:
    'Withdrawals as a table, in the order in which they were asked for, times in UTC; written down in the log of changes; five a minute',
  input: z.object({
    status: statusFilter.default('all'),
    /** UTC days on which they were asked for, both included. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});
