import { z } from 'zod';
import { MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { SETTLEMENT_RULES } from '#domain/matches/score.ts';
import { BET_STATES, CONTEST_STATES, MARKETS, VOID_REASONS } from '#domain/settlement/contest.ts';
import { RECEIPT_FORMAT } from '#domain/settlement/receipt.ts';
import { matchBrief } from './bets.ts';
import { listOf, odds, paging, pick, points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** The fields are described in src/domain/settlement/receipt.ts and docs/receipts.md. */

const count = z.number().int().min(0);
const amount = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const facts = z.object({
  ending: z.enum(['settle', 'void']),
  void_reason: z.enum(VOID_REASONS).nullable(),
  score: z.tuple([count, count]).nullable(),
  score_since: timestamp.nullable(),
  started_at: timestamp.nullable(),
  match_status: z.enum(MATCH_STATUSES),
  match_status_since: timestamp,
  confirmed_at: timestamp,
  told_at: timestamp.nullable(),
  decided_at: timestamp,
  told_by: z.literal('operator').optional(),
});

const correction = z.object({
  round: z.number().int().min(1),
  facts,
  facts_hash: hash,
  house_loss: amount,
  corrected_at: timestamp,
});

export const receiptHead = z.object({
  format: z.literal(RECEIPT_FORMAT),
  contest: z.object({
    id: uuid,
    market: z.enum(MARKETS),
    picks: z.array(pick),
    state: z.enum(CONTEST_STATES),
    winner: pick.nullable(),
    void_reason: z.string().nullable(),
    settled_at: timestamp.nullable(),
  }),
  match: matchBrief,
  rules: z.object({
    version: z.number().int(),
    score: z.enum(SETTLEMENT_RULES),
    fee_percent: z.number().min(0).max(100),
    participants_min: count,
  }),
  facts: facts.nullable(),
  facts_hash: hash.nullable(),
  corrections: z.array(correction),
  totals: z.object({
    staked: z.object({ home: amount, draw: amount, away: amount }),
    participants: count,
    payouts: amount,
    refunds: amount,
    fee: amount,
    house: points,
  }),
  block: z.object({ number: z.number().int().min(1), hash, previous_hash: hash.nullable(), sealed_at: timestamp }).nullable(),
});

const receiptBet = z.object({
  id: uuid,
  player: z.string(),
  pick,
  placed_at: timestamp,
  legs: z.array(z.object({ id: uuid, stake: amount.min(1), odds: odds.nullable(), placed_at: timestamp, refunded: z.boolean() })),
  stake: amount,
  state: z.enum(BET_STATES),
  payout: amount,
  refund: amount,
  hit: z.boolean().nullable(),
  received: points,
  share: z.object({ stake: amount, pot: amount, winning_stakes: amount, floor: amount, left_over: points }).nullable(),
});
export type ReceiptBetView = z.infer<typeof receiptBet>;

/** A contest's receipt for a page. While the contest runs it holds totals, and only the caller's bets. */
export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/contests/:id/receipt',
  access: 'optional',
  summary:
    "A contest's receipt: its rules, facts and totals, and how each of its bets was paid; bets are paged, with the caller's own apart",
  input: z.object({ id: uuid, ...paging }),
  reply: receiptHead.extend({ mine: receiptBet.nullable(), bets: listOf(receiptBet) }),
});
export type ReceiptView = z.infer<typeof getReceipt.reply>;

/** The contents of the file. */
export const receiptFile = receiptHead.extend({ bets: z.array(receiptBet), hash });

/** The complete receipt, which Verify reads: all bets, however many. */
export const getReceiptFile = endpoint({
  method: 'GET',
  path: '/api/contests/:id/receipt.json',
  access: 'public',
  produces: 'application/json',
  fileName: 'matchpoint-receipt.json',
  summary: "Exports a contest's whole receipt as a file that can be checked offline; sixty requests in ten minutes",
  input: z.object({ id: uuid }),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});
