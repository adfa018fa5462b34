import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score, SettlementRule } from '#domain/matches/score.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { BetState, ContestState, Market, VoidReason } from './contest.ts';

/**
 * A contest's receipt: everything needed to recompute its payouts by hand. docs/receipts.md describes the whole document. Fields are
 * spelled as in the file, since that spelling is hashed. Points are whole, odds decimal, times ISO 8601 in UTC, hashes SHA-256 in
 * hexadecimal digits.
 */
export const RECEIPT_FORMAT = 'matchpoint-receipt-1';

/** Edition of the settlement rules: this code must not check receipts of another edition. */
export const RULE_VERSION = 1;

/** What was known when a contest's ending was decided. All times but `told_at` are by the server's clock. */
export interface ReceiptFacts {
  ending: 'settle' | 'void';
  /** Why the contest was void; null if it was settled. */
  void_reason: VoidReason | null;
  /** The score that counts; null if it was not settled. */
  score: Score | null;
  /** Since when the score is unchanged. */
  score_since: string | null;
  /** True kick-off, as known then: stakes placed after it went back. Null if unknown. */
  started_at: string | null;
  match_status: MatchStatus;
  match_status_since: string;
  /** When the feed last confirmed it. */
  confirmed_at: string;
  /** The feed's own time of its last report of status or score; null if it gives none. */
  told_at: string | null;
  decided_at: string;
  /** Who entered the ending and the score, if they did not follow from the match's course: all else is what the feed reported then. */
  told_by?: 'operator';
}

/** A result that was replaced within 72 hours, and what the house bore because it had been paid already. */
export interface ReceiptCorrection {
  /** Number of the correction, from 1. */
  round: number;
  /** The result before the correction. */
  facts: ReceiptFacts;
  facts_hash: string;
  /** Points paid wrongly that their users no longer had. */
  house_loss: number;
  corrected_at: string;
}

export interface ReceiptTotals {
  /** What took part: all stakes while the contest runs, afterwards without those placed after the true kick-off. */
  staked: Record<Pick, number>;
  participants: number;
  payouts: number;
  refunds: number;
  /** What the house keeps of a pool's losing stakes. */
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

/** All of a receipt except its bets. */
export interface ReceiptHead {
  format: typeof RECEIPT_FORMAT;
  contest: {
    id: string;
    market: Market;
    /** The possible picks. */
    picks: Pick[];
    state: ContestState;
    winner: Pick | null;
    void_reason: string | null;
    settled_at: string | null;
  };
  /** For display only; nothing is computed from it. */
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

/** How a winner's share of a pool is computed: stake × pot / winning stakes, rounded down, plus at most one leftover point. */
export interface ReceiptShare {
  /** The part of the bet that took part. */
  stake: number;
  /** The pool's total payout: all that took part, less the fee. */
  pot: number;
  /** Stakes on the winner. */
  winning_stakes: number;
  floor: number;
  left_over: number;
}

export interface ReceiptBet {
  id: string;
  /** A pseudonym used only in this contest, or the handle of a user who chose to be named. */
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
  /** What the ledger paid, corrections included: more than payout and refund together if the house bore a wrong payment. */
  received: number;
  /** Null unless the bet won in a pool. */
  share: ReceiptShare | null;
}

/** The input of Verify. */
export interface Receipt extends ReceiptHead {
  /** In the order of their ids. */
  bets: readonly ReceiptBet[];
  /** Hash of all the rest: see `receiptHash`. */
  hash: string;
}

/**
 * Returns how a winner's `payout` was computed. `staked`, `winner` and `fee` are the pool's; `stake` is the part of the bet that took part,
 * above 0.
 */
export function shareOf(
  stake: number,
  payout: number,
  { staked, winner, fee }: { staked: Readonly<Record<Pick, number>>; winner: Pick; fee: number },
): ReceiptShare {
  const pot = staked.home + staked.draw + staked.away - fee;
  // BigInt, because stake times pool exceeds the range in which doubles are exact.
  const floor = Number((BigInt(stake) * BigInt(pot)) / BigInt(staked[winner]));
  return { stake, pot, winning_stakes: staked[winner], floor, left_over: payout - floor };
}

/** Returns the SHA-256 of facts as canonical JSON. */
export const factsHash = (facts: ReceiptFacts): string => bytesToHex(sha256(utf8ToBytes(canonicalJson(facts))));

/**
 * Returns the SHA-256 of a receipt passed in pieces, as it may be too long for one text: the canonical JSON of all but `bets` and `hash`, a
 * line feed, and the same for every bet.
 */
export function receiptHash(head: ReceiptHead): { add: (bet: ReceiptBet) => void; hex: () => string } {
  const hash = sha256.create();
  const add = (value: ReceiptHead | ReceiptBet) => void hash.update(utf8ToBytes(`${canonicalJson(value)}\n`));
  add(head);
  return { add, hex: () => bytesToHex(hash.digest()) };
}
