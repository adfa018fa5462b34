import { z } from 'zod';
import { REDEEM_CHANNELS, REJECTION_REASONS, WITHDRAWAL_STAGES, WITHDRAWAL_STATUSES } from '#domain/withdrawals/withdrawal.ts';
import { code, codeTimes, points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';

/** Points for USDT (docs/rules.md#withdrawals, docs/withdrawals.md): what can be redeemed, a request, and what became of requests. */

/** A request as its owner sees it: wallet and contact are those of the moment when it was made. */
export const withdrawal = z.object({
  id: uuid,
  status: z.enum(WITHDRAWAL_STATUSES),
  /** Approved without a transaction is `being_sent`. */
  stage: z.enum(WITHDRAWAL_STAGES),
  points,
  /** USDT with two places: "12.00". */
  usdt: z.string(),
  wallet_address: z.string(),
  /** Where its owner is told of it, masked: "m***@example.com". */
  contact: z.object({ channel: z.enum(REDEEM_CHANNELS), masked: z.string() }),
  submitted_at: timestamp,
  /** Until when it is looked at as a rule: 24 hours after it was made. */
  review_due_at: timestamp,
  decided_at: timestamp.nullable(),
  /** Null unless rejected. */
  reason_code: z.enum(REJECTION_REASONS).nullable(),
  /** What the operator wrote for its owner. */
  note: z.string().nullable(),
  /** 64 hexadecimal digits; null until it is sent. */
  tx_hash: z.string().nullable(),
  sent_at: timestamp.nullable(),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** What can set the most that can be asked for now: points there are, points that may be redeemed by where they come from, or a limit in time. */
export const REDEEM_BOUNDS = ['balance', 'not_redeemable', 'day', '30_days'] as const;

/** All that the form needs. Whatever refuses a request is said here before one is made. */
export const redeemable = z.object({
  balance: points,
  /** Points of requests that are not decided. */
  held: points,
  /** What 1 USDT costs. */
  points_per_usdt: z.number().int(),
  /** Requests are of at least `min` points, and of a multiple of `step`. */
  step: z.number().int(),
  min: z.number().int(),
  /** In one UTC day and in 30 days at most, and what is left of both. Rejected requests do not count. */
  day_max: z.number().int(),
  days_30_max: z.number().int(),
  day_left: points,
  days_30_left: points,
  /** When the next UTC day begins. */
  day_ends_at: timestamp,
  /** The most that can be asked for now by points and limits: a multiple of `step`, and 0 where it is not even `min`. */
  max: points,
  /** What sets `max`. */
  bound: z.enum(REDEEM_BOUNDS),
  /** How much of the balance may be redeemed at all by where its points come from: the whole balance unless the operator set rules for that. */
  redeemable: points,
  /** When all that only has to wait may be redeemed; null where nothing has to. */
  redeemable_from: timestamp.nullable(),
  /**
   * Points from check-ins, invites and top-ups that have to be played at risk before they can be redeemed; 0 without such a rule. Of an open bet
   * nothing counts yet.
   */
  to_be_played: points,
  /** Null where there is none yet. */
  wallet: z.object({ address: z.string(), short: z.string(), since: timestamp }).nullable(),
  /** Where a code can be sent, the address first; empty where nothing is bound. */
  contacts: z.array(z.object({ channel: z.enum(REDEEM_CHANNELS), masked: z.string() })),
  /** Until when payouts are on hold after a change of password, wallet or contact; null where they are not. */
  on_hold_until: timestamp.nullable(),
  /** The request that waits for its decision: there is one at a time. */
  pending: withdrawal.nullable(),
  /**
   * What a request of `min` points would be refused with now; null where it would be taken. First the person and the place
   * (`switched_off`, `region_blocked`, `wallet_required`, `no_contact`, `contact_unconfirmed`, `withdrawal_on_hold`, `withdrawal_pending`), then the points
   * (`invalid_points`, `insufficient_points`, `not_redeemable`).
   */
  refusal: z
    .object({
      code: z.enum(ERROR_CODES),
      /** The sentence in the reader's language. */
      detail: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    })
    .nullable(),
});
export type Redeemable = z.infer<typeof redeemable>;

export const getRedeemable = endpoint({
  method: 'GET',
  path: '/api/points/redeem',
  access: 'user',
  summary: 'What of the caller’s points can be redeemed now, where to, and why not',
  input: z.object({}),
  reply: redeemable,
});

/**
 * The code is good for ten minutes, once, for this channel and for the wallet of this moment: with another wallet another code is needed. It proves that the
 * owner is here; no other step-up is asked for.
 */
export const sendRedeemCode = endpoint({
  method: 'POST',
  path: '/api/points/redeem/send-code',
  access: 'user',
  isArming: true,
  summary: 'Sends a code for a withdrawal to the confirmed address or to Telegram',
  input: z.strictObject({ channel: z.enum(REDEEM_CHANNELS) }),
  reply: z.object({ channel: z.enum(REDEEM_CHANNELS), sent_to: z.string(), ...codeTimes }),
});

export const requestRedeem = endpoint({
  method: 'POST',
  path: '/api/points/redeem',
  access: 'user',
  isArming: true,
  idempotent: 'required',
  status: 201,
  summary: 'Asks for points to be paid out in USDT; they are held until an operator decides',
  /** `channel` is where the code was sent. */
  input: z.strictObject({ points, channel: z.enum(REDEEM_CHANNELS), code }),
  reply: z.object({ withdrawal, balance: points }),
});

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/points/redeem/requests',
  access: 'user',
  summary: 'The caller’s requests, the latest first',
  input: z.object({
    status: z.enum(WITHDRAWAL_STATUSES).optional(),
    limit: z.coerce.number<number>().int().min(1).max(100).default(20),
    offset: z.coerce.number<number>().int().min(0).max(10_000).default(0),
  }),
  reply: z.object({ items: z.array(withdrawal), limit: z.number().int(), offset: z.number().int(), total: z.number().int() }),
});
