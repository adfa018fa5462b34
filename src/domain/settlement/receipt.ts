import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score, SettlementRule } from '#domain/matches/score.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { BetState, ContestState, Market, VoidReason } from './contest.ts';

/**
 * A contest's receipt: all that it takes to pay its bets once more by hand. It is a document, told whole in docs/receipts.md: its
 * fields are spelled here as they are in the file, since it is their spelling that is hashed. Points are whole, odds decimal,
 * times ISO 8601 in UTC, hashes SHA-256 in hexadecimal digits.
 */
export const RECEIPT_FORMAT = 'matchpoint-receipt-1';

/** Which edition of the rules contests are settled by now: another one must not be checked by this code. */
export const RULE_VERSION = 1;

/** What was known when a contest's ending was decided. All times but `told_at` are by the server's clock. */
export interface ReceiptFacts {
  ending: 'settle' | 'void';
  /** Why nobody could win or lose; null where it was settled. */
  void_reason: VoidReason | null;
  /** The score that counts; null where it was not settled. */
  score: Score | null;
  /** Since when the score is that one. */
  score_since: string | null;
  /** True kick-off, as known then: stakes placed after it went back. Null where nobody told. */
  started_at: string | null;
  match_status: MatchStatus;
  match_status_since: string;
  /** When the feed last said so. */
  confirmed_at: string;
  /** The feed's own clock when it last told of status or score; null where it does not tell. */
  told_at: string | null;
  decided_at: string;
  /** Who told the ending and the score, where that was not the match's course: all else is what its feed said then. */
  told_by?: 'operator';
}

/** A result that was replaced within 72 hours, and what the house bore because it had been paid already. */
export interface ReceiptCorrection {
  /** Which correction it was, from 1. */
  round: number;
  /** What the contest stood on until then. */
  facts: ReceiptFacts;
  facts_hash: string;
  /** Points paid wrongly that nobody had any more. */
  house_loss: number;
  corrected_at: string;
}

export interface ReceiptTotals {
  /** What took part: while the contest runs all stakes, afterwards without those placed after the true kick-off. */
  staked: Record<Pick, number>;
  participants: number;
  payouts: number;
  refunds: number;
  /** What a pool's losing stakes left to the house. */
  fee: number;
  /** What the house put in (above 0) or took out (below 0), the fee and corrections included, by the ledger. */
  house: number;
}

/** The sealed part of the ledger that holds the contest's last transfer (docs/ledger.md). */
export interface ReceiptBlock {
  number: number;
  hash: string;
  previous_hash: string | null;
  sealed_at: string;
}

/** All of a receipt but its bets. */
export interface ReceiptHead {
  format: typeof RECEIPT_FORMAT;
  contest: {
    id: string;
    market: Market;
    /** What could be picked. */
    picks: Pick[];
    state: ContestState;
    winner: Pick | null;
    void_reason: string | null;
    settled_at: string | null;
  };
  /** For the reader; nothing is computed from it. */
  match: unknown;
  rules: {
    version: number;
    /** Which score counts. */
    score: SettlementRule;
    fee_percent: number;
    participants_min: number;
  };
  /** Null until the contest has ended. */
  facts: ReceiptFacts | null;
  facts_hash: string | null;
  corrections: ReceiptCorrection[];
  totals: ReceiptTotals;
  /** Null until it is sealed, and where the contest moved no points. */
  block: ReceiptBlock | null;
}

export interface ReceiptLeg {
  id: string;
  stake: number;
  /** Frozen at placement; null in a pool. */
  odds: number | null;
  placed_at: string;
  refunded: boolean;
}

/** How a winner's share of a pool comes about: stake x pot / winning stakes, rounded down, and one of the points left over or none. */
export interface ReceiptShare {
  /** What of the bet took part. */
  stake: number;
  /** What the pool paid out: all that took part, less the fee. */
  pot: number;
  /** Stakes on the winner. */
  winning_stakes: number;
  floor: number;
  left_over: number;
}

export interface ReceiptBet {
  id: string;
  /** A pseudonym that means nothing outside this contest, or the handle of who chose to be named. */
  player: string;
  pick: Pick;
  placed_at: string;
  legs: ReceiptLeg[];
  stake: number;
  state: BetState;
  payout: number;
  refund: number;
  /** Whether the pick was right; null for refunds, and until it has ended. */
  hit: boolean | null;
  /** What the ledger gave it, corrections included: more than payout and refund together where the house bore what was paid wrongly. */
  received: number;
  /** Null where it is not a winner's in a pool. */
  share: ReceiptShare | null;
}

/** What Verify reads. */
export interface Receipt extends ReceiptHead {
  /** In the order of their ids. */
  bets: readonly ReceiptBet[];
  /** Over all the rest: see `receiptHash`. */
  hash: string;
}

/** The share that a winner's `payout` was. `staked`, `winner` and `fee` are the pool's; `stake` is what of the bet took part, above 0. */
export function shareOf(
  stake: number,
  payout: number,
  { staked, winner, fee }: { staked: Readonly<Record<Pick, number>>; winner: Pick; fee: number },
): ReceiptShare {
  const pot = staked.home + staked.draw + staked.away - fee;
  // BigInt, because stake times pool leaves the range in which doubles are exact.
  const floor = Number((BigInt(stake) * BigInt(pot)) / BigInt(staked[winner]));
  return { stake, pot, winning_stakes: staked[winner], floor, left_over: payout - floor };
}

/** SHA-256 over facts as canonical JSON. */
export const factsHash = (facts: ReceiptFacts): string => bytesToHex(sha256(utf8ToBytes(canonicalJson(facts))));

/**
 * SHA-256 over a receipt in pieces, as it may be too long for one text: the canonical JSON of all but `bets` and `hash`, a line
 * feed, and the same of every bet.
 */
export function receiptHash(head: ReceiptHead): { add: (bet: ReceiptBet) => void; hex: () => string } {
  const hash = sha256.create();
  const add = (value: ReceiptHead | ReceiptBet) => void hash.update(utf8ToBytes(`${canonicalJson(value)}\n`));
  add(head);
  return { add, hex: () => bytesToHex(hash.digest()) };
}
