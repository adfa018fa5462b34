import { z } from 'zod';
import {
  OWNER_PAYOUTS,
  REDEEM_CHANNELS,
  REJECTION_REASONS,
  WITHDRAWAL_STAGES,
  WITHDRAWAL_STATUSES,
} from '#domain/withdrawals/withdrawal.ts';
import { code, codeTimes, points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';

/** Points for USDT (docs/rules.md#withdrawals, docs/withdrawals.md): what can be redeemed, a request, and past requests. */

/** A request as its owner sees it, with wallet and contact as of the time of the request. */
export const withdrawal = z.object({
  id: uuid,
  status: z.enum(WITHDRAWAL_STATUSES),
  /** `being_sent` is approved and not paid yet, as far as known. */
  stage: z.enum(WITHDRAWAL_STAGES),
  points,
  /** USDT with two places: "12.00". */
  usdt: z.string(),
  wallet_address: z.string(),
  /** Where the owner is notified, masked: "m***@example.com". */
  contact: z.object({ channel: z.enum(REDEEM_CHANNELS), masked: z.string() }),
  submitted_at: timestamp,
  /** When it should be reviewed: 24 hours after the request. */
  review_due_at: timestamp,
  decided_at: timestamp.nullable(),
  /** Null unless rejected. */
  reason_code: z.enum(REJECTION_REASONS).nullable(),
  /** The operator's text for the owner. */
  note: z.string().nullable(),
  /** 64 hexadecimal digits; null until it is sent, and until a verified one is in a block. */
  tx_hash: z.string().nullable(),
  sent_at: timestamp.nullable(),
  /** What is known of the transaction; null without one. `confirmed` by the chain, for good. */
  payout: z.enum(OWNER_PAYOUTS).nullable(),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** What can limit the requestable amount: the balance, the points redeemable by their origin, or a limit per period. */
export const REDEEM_BOUNDS = ['balance', 'not_redeemable', 'day', '30_days'] as const;

/** All data for the form. Anything that would refuse a request is reported here in advance. */
export const redeemable = z.object({
  balance: points,
  /** Points of undecided requests. */
  held: points,
  /** The price of 1 USDT. */
  points_per_usdt: z.number().int(),
  /** A request is at least `min` points, and a multiple of `step`. */
  step: z.number().int(),
  min: z.number().int(),
  /** Maximum in one UTC day and in 30 days, and what is left of both. Rejected requests do not count. */
  day_max: z.number().int(),
  days_30_max: z.number().int(),
  day_left: points,
  days_30_left: points,
  /** When the next UTC day begins. */
  day_ends_at: timestamp,
  /** The largest possible request by points and limits: a multiple of `step`, and 0 if below `min`. */
  max: points,
  /** What limits `max`. */
  bound: z.enum(REDEEM_BOUNDS),
  /** The redeemable part of the balance by the origin of its points: the whole balance unless the operator set rules for that. */
  redeemable: points,
  /** When all points that only have to wait can be redeemed; null if none have to. */
  redeemable_from: timestamp.nullable(),
  /**
   * Points from check-ins, invites and top-ups that must be played at risk before they can be redeemed; 0 without such a rule. Open bets do
   * not count yet.
   */
  to_be_played: points,
  /** Null if there is none yet. */
  wallet: z.object({ address: z.string(), short: z.string(), since: timestamp }).nullable(),
  /** Where a code can be sent, the address first; empty if nothing is bound. */
  contacts: z.array(z.object({ channel: z.enum(REDEEM_CHANNELS), masked: z.string() })),
  /** Payouts are on hold until then after a change of password, wallet or contact; null if they are not. */
  on_hold_until: timestamp.nullable(),
  /** The undecided request; there is at most one. */
  pending: withdrawal.nullable(),
  /**
   * Why a request of `min` points would be refused now; null if it would be accepted. Checks of the person and the place come first
   * (`switched_off`, `region_blocked`, `wallet_required`, `no_contact`, `contact_unconfirmed`, `withdrawal_on_hold`, `withdrawal_pending`),
   * then those of the points (`invalid_points`, `insufficient_points`, `not_redeemable`).
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
  summary: 'How many points the caller can redeem now, to which wallet, and if not, why',
  input: z.object({}),
  reply: redeemable,
});

/**
 * The code is valid for ten minutes, once, for this channel and the present wallet: another wallet needs another code. It proves that the
 * owner is present; no other step-up is needed.
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
  summary: 'Requests a payout in USDT; the points are held until an operator decides',
  /** `channel` is where the code was sent. */
  input: z.strictObject({ points, channel: z.enum(REDEEM_CHANNELS), code }),
  reply: z.object({ withdrawal, balance: points }),
});

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/points/redeem/requests',
  access: 'user',
  summary: 'The caller’s withdrawals, newest first',
  input: z.object({
    status: z.enum(WITHDRAWAL_STATUSES).optional(),
    limit: z.coerce.number<number>().int().min(1).max(100).default(20),
    offset: z.coerce.number<number>().int().min(0).max(10_000).default(0),
  }),
  reply: z.object({ items: z.array(withdrawal), limit: z.number().int(), offset: z.number().int(), total: z.number().int() }),
});
