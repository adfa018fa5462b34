import { createHmac } from 'node:crypto';
import { base32 } from '@scure/base';
import type { Selectable } from 'kysely';
import { adjustPayoutTransfer, payoutTransfer, refundTransfer } from '#domain/ledger/ledger.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { type ReceiptBet, type ReceiptShare, shareOf } from '#domain/settlement/receipt.ts';
import type { ContestRow } from '#server/modules/betting/contests/contest-view.ts';
import { betState } from '#server/modules/betting/contests/service.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { BetLegs } from '#server/platform/db/schema.ts';
import * as receipts from './queries.ts';

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
