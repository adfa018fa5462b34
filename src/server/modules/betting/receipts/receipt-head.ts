import type { MatchBrief } from '#contract/bets.ts';
import { houseAdjustTransfer, houseCoverTransfer, houseGainTransfer } from '#domain/ledger/ledger.ts';
import type { SettlementRule } from '#domain/matches/score.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import type { ContestState, Market } from '#domain/settlement/contest.ts';
import {
  factsHash,
  RECEIPT_FORMAT,
  type ReceiptBlock,
  type ReceiptCorrection,
  type ReceiptFacts,
  type ReceiptHead,
  type ReceiptTotals,
} from '#domain/settlement/receipt.ts';
import type { ContestRow } from '#server/modules/betting/contests/contest-view.ts';
import { findMatchBriefs } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as receipts from './queries.ts';

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
