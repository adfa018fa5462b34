import { createHmac } from 'node:crypto';
import { base32 } from '@scure/base';
import type { Selectable } from 'kysely';
import type { MatchBrief } from '#contract/bets.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { getReceipt, ReceiptView } from '#contract/receipts.ts';
import {
  adjustPayoutTransfer,
  houseAdjustTransfer,
  houseCoverTransfer,
  houseGainTransfer,
  payoutTransfer,
  refundTransfer,
} from '#domain/ledger/ledger.ts';
import type { SettlementRule } from '#domain/matches/score.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import type { ContestState, Market } from '#domain/settlement/contest.ts';
import {
  factsHash,
  RECEIPT_FORMAT,
  type ReceiptBet,
  type ReceiptBlock,
  type ReceiptCorrection,
  type ReceiptFacts,
  type ReceiptHead,
  type ReceiptShare,
  type ReceiptTotals,
  shareOf,
} from '#domain/settlement/receipt.ts';
import type { Deps } from '#server/deps.ts';
import type { ContestRow } from '#server/modules/betting/contests/contest-view.ts';
import { betState } from '#server/modules/betting/contests/service.ts';
import { findMatchBriefs } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { BetLegs } from '#server/platform/db/schema.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import * as receipts from './queries.ts';

/**
 * Returns a contest's receipt with a page of its bets and the caller's own bet. While the contest runs, no other bets are shown.
 * Throws `not_found`, and `invalid_query` for a page beyond the limit.
 */
export async function receipt(
  { db }: Deps,
  { id, page, page_size }: ParsedInputOf<typeof getReceipt>,
  caller: SignedIn | null,
): Promise<ReceiptView> {
  const offset = offsetOf({ page, page_size });
  const contest = await receipts.findContest(db, id);
  if (!contest) throw new AppError('not_found');
  const head = await receiptHead(db, contest);
  const own = caller && (await receipts.findOwn(db, id, caller.id));
  const over = isOver(contest);
  const rows = over ? await receipts.findPage(db, id, page_size, offset) : [];
  const counted = over ? await receipts.countBets(db, id, COUNT_MAX) : 0;
  const bets = await receiptBets(db, contest, head.corrections.length, own ? [own, ...rows] : rows);
  return {
    ...head,
    mine: (own && bets.shift()) ?? null,
    bets: { items: bets, page, page_size, ...totalOf(counted) },
  };
}

/** Returns all of a contest's receipt but its bets. Throws `not_found`. */
export async function findReceiptHead(db: Db, id: string): Promise<ReceiptHead & { match: MatchBrief }> {
  const contest = await receipts.findContest(db, id);
  if (!contest) throw new AppError('not_found');
  return receiptHead(db, contest);
}

/** Returns whether a contest has ended and every bet is paid; before that its ending is not shown to anyone. */
export const isOver = ({ state }: ContestRow): boolean => state === 'settled' || state === 'void';

/** Returns all of a receipt but its bets. While the contest runs, these are the rules and the totals so far. */
export async function receiptHead(db: Db, contest: receipts.ReceiptContestRow): Promise<ReceiptHead & { match: MatchBrief }> {
  const over = isOver(contest);
  const facts = over ? (contest.facts as ReceiptFacts | null) : null;
  const corrections = over ? await findCorrections(db, contest.id) : [];
  const matches = await findMatchBriefs(db, [contest.match_id]);
  return {
    format: RECEIPT_FORMAT,
    contest: {
      id: contest.id,
      market: contest.market as Market,
      picks: [...picksOf(contest.draw_possible)],
      state: contest.state as ContestState,
      winner: contest.winner as Pick | null,
      void_reason: over ? contest.void_reason : null,
      settled_at: contest.settled_at?.toISOString() ?? null,
    },
    match: matches.get(contest.match_id)!,
    rules: {
      version: contest.rule_version,
      score: contest.settles_on as SettlementRule,
      fee_percent: Number(contest.fee_percent),
      participants_min: contest.participants_min,
    },
    facts,
    facts_hash: facts && factsHash(facts),
    corrections,
    totals: totalsOf(contest, over ? await houseOf(db, contest, corrections.length) : 0),
    block: over ? await blockOf(db, contest) : null,
  };
}

async function findCorrections(db: Db, contestId: string): Promise<ReceiptCorrection[]> {
  const rows = await receipts.findCorrections(db, contestId);
  return rows.flatMap((row) => {
    const facts = row.facts as ReceiptFacts | null;
    // Settled before facts were stored, so nothing can be shown.
    if (facts === null) return [];
    return {
      round: row.round,
      facts,
      facts_hash: factsHash(facts),
      house_loss: row.house_loss,
      corrected_at: row.corrected_at.toISOString(),
    };
  });
}

const totalsOf = (contest: ContestRow, house: number): ReceiptTotals => ({
  staked: { home: contest.stake_home, draw: contest.stake_draw, away: contest.stake_away },
  participants: contest.participants,
  payouts: contest.paid ?? 0,
  refunds: contest.refunded ?? 0,
  fee: contest.fee ?? 0,
  house,
});

/** Returns what the house paid minus what it received, in the settlement and in each correction. */
function houseOf(db: Db, { id, market }: ContestRow, rounds: number): Promise<number> {
  const adjusted = Array.from({ length: rounds }, (_, i) => houseAdjustTransfer(id, i + 1, 1));
  const transfers = [houseCoverTransfer(id, 1), houseGainTransfer(id, market as Market, 1), ...adjusted];
  return receipts.sumOfHouse(
    db,
    transfers.map(({ key }) => key),
  );
}

async function blockOf(db: Db, { last_transfer_id }: ContestRow): Promise<ReceiptBlock | null> {
  const block = last_transfer_id === null ? undefined : await receipts.findBlock(db, last_transfer_id);
  if (!block) return null;
  return {
    number: block.number,
    hash: block.hash.toString('hex'),
    previous_hash: block.previous_hash?.toString('hex') ?? null,
    sealed_at: block.sealed_at.toISOString(),
  };
}

type LegRow = Selectable<BetLegs>;

/** Returns bets of a contest with `rounds` corrections, in the given order, with their stakes and what the ledger paid them. */
export async function receiptBets(
  db: Db,
  contest: ContestRow,
  rounds: number,
  rows: readonly receipts.ReceiptBetRow[],
): Promise<ReceiptBet[]> {
  if (rows.length === 0) return [];
  const legs = await receipts.findLegs(
    db,
    rows.map(({ id }) => id),
  );
  const keys = rows.flatMap((row) => transferKeys(contest, row, legs.get(row.id) ?? [], rounds));
  const received = await receipts.sumByBet(db, keys);
  return rows.map((row) => receiptBet(contest, row, legs.get(row.id) ?? [], received.get(row.id) ?? 0));
}

/** Returns the keys of all transfers that may have paid a bet. Looked up by key, because a contest may have a hundred thousand bets. */
function transferKeys({ market }: ContestRow, row: receipts.ReceiptBetRow, legs: readonly LegRow[], rounds: number): string[] {
  const ref = { id: row.id, userId: row.user_id, contestId: row.contest_id, market: market as Market };
  return [
    payoutTransfer(ref, row.stake).key,
    refundTransfer(ref, row.stake).key,
    ...legs.map((leg) => refundTransfer(ref, leg.stake, leg.id).key),
    ...Array.from({ length: rounds }, (_, i) => adjustPayoutTransfer(ref, i + 1, row.stake).key),
  ];
}

const receiptBet = (contest: ContestRow, row: receipts.ReceiptBetRow, legs: readonly LegRow[], received: number): ReceiptBet => ({
  id: row.id,
  player: row.shown_handle ?? pseudonym(contest.receipt_salt, row.user_id),
  pick: row.pick as Pick,
  placed_at: row.placed_at.toISOString(),
  legs: legs.map((leg) => ({
    id: leg.id,
    stake: leg.stake,
    odds: leg.odds === null ? null : leg.odds / 100,
    placed_at: leg.placed_at.toISOString(),
    refunded: leg.refunded_at !== null,
  })),
  stake: row.stake,
  state: betState(row.state, contest.unresolved_at),
  payout: row.payout,
  refund: row.refund,
  hit: row.hit,
  received,
  share: winnersShare(contest, row, legs),
});

function winnersShare(contest: ContestRow, row: receipts.ReceiptBetRow, legs: readonly LegRow[]): ReceiptShare | null {
  if (contest.market !== 'wdl' || contest.winner === null || row.hit !== true) return null;
  const stake = legs.filter(({ refunded_at }) => refunded_at === null).reduce((sum, leg) => sum + leg.stake, 0);
  const staked = { home: contest.stake_home, draw: contest.stake_draw, away: contest.stake_away };
  return shareOf(stake, row.payout, { staked, winner: contest.winner as Pick, fee: contest.fee ?? 0 });
}

/** 50 bits: among 100,000 players, two share a name once in 200,000 contests. */
const LENGTH = 10;

/** Returns a user's name on one contest's receipt: stable there, and useless for finding the user on another receipt. */
const pseudonym = (salt: Uint8Array, userId: string): string =>
  `#${base32.encode(createHmac('sha256', salt).update(userId).digest()).slice(0, LENGTH)}`;
