import {
  type BetRef,
  houseCoverTransfer,
  houseGainTransfer,
  payoutTransfer,
  refundTransfer,
  type TransferDraft,
} from '#domain/ledger/ledger.ts';
import { outcomeOf, type Score } from '#domain/matches/score.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { BetState, Market, VoidReason } from './contest.ts';
import { type PoolRules, poolPayouts } from './pool.ts';

/** The contest to be settled. `rules` are those of its pool; fixed odds have none. */
export interface SettledContest {
  id: string;
  market: Market;
  rules: PoolRules;
}

/** One stake of a bet. */
export interface BetLeg {
  id: string;
  stake: number;
  /** Frozen at placement; null in a pool. */
  oddsHundredths: number | null;
  placedAt: Date;
}

export interface PlacedBet {
  id: string;
  userId: string;
  pick: Pick;
  placedAt: Date;
  legs: readonly BetLeg[];
}

export interface SettlementFacts {
  /** The result to settle on: football's score after 90 minutes. */
  result: Score;
  /** True kick-off: the first live status minus its minute; null when not known. */
  startedAt: Date | null;
}

/** How a bet ended. Payout and refund are points; a refund is the exact stake, and `hit` is null if nothing was at stake. */
export interface BetEnd {
  id: string;
  userId: string;
  state: Exclude<BetState, 'ongoing' | 'unknown'>;
  payout: number;
  refund: number;
  hit: boolean | null;
  /** Legs refunded because they were placed after the true kick-off. */
  lateLegIds: string[];
}

/** Returns the points that a bet gets. */
export const entitlementOf = ({ payout, refund }: BetEnd): number => payout + refund;

/** Everything that settling or voiding a contest does, for the caller to carry out. Transfers are in posting order. */
export interface Settlement {
  outcome: 'settled' | 'void';
  voidReason: VoidReason | null;
  winner: Pick | null;
  bets: BetEnd[];
  transfers: TransferDraft[];
  /** What the house keeps of the pool's losing stakes, in points; 0 with fixed odds. */
  fee: number;
}

/** Ends every bet by the result: late legs are refunded first, then the pool is shared or the fixed odds are paid. */
export function settle(contest: SettledContest, bets: readonly PlacedBet[], facts: SettlementFacts): Settlement {
  const winner = outcomeOf(...facts.result);
  const entries = bets.map((bet) => entryOf(contest, bet, facts.startedAt));
  const inTime = entries.filter((entry) => entry.stake > 0);
  const late = entries.flatMap((entry) => entry.lateLegs.map((leg) => refundTransfer(entry.ref, leg.stake, leg.id)));
  return contest.market === 'wdl'
    ? settlePool(contest, entries, inTime, late, winner)
    : settleFixed(contest, entries, inTime, late, winner);
}

/** Refunds every stake exactly. */
export function voidContest(contest: SettledContest, bets: readonly PlacedBet[], reason: VoidReason): Settlement {
  return refundAll(
    bets.map((bet) => entryOf(contest, bet, null)),
    [],
    { outcome: 'void', voidReason: reason, winner: null },
  );
}

/** Returns the payout of a bet at fixed odds when its pick wins, in points: floor(stake × odds) for each leg (docs/rules.md#markets). */
export const fixedPayout = (legs: readonly { stake: number; oddsHundredths: number | null }[]): number =>
  legs.reduce((sum, leg) => sum + Math.floor((leg.stake * (leg.oddsHundredths ?? 100)) / 100), 0);

/** A bet with its late legs separated; `stake` is the part that takes part. */
interface Entry {
  bet: PlacedBet;
  ref: BetRef;
  legs: BetLeg[];
  stake: number;
  lateLegs: BetLeg[];
  lateStake: number;
}

function entryOf(contest: SettledContest, bet: PlacedBet, startedAt: Date | null): Entry {
  const isLate = (leg: BetLeg) => startedAt !== null && leg.placedAt > startedAt;
  const legs = bet.legs.filter((leg) => !isLate(leg));
  const lateLegs = bet.legs.filter(isLate);
  return {
    bet,
    ref: { id: bet.id, userId: bet.userId, contestId: contest.id, market: contest.market },
    legs,
    stake: stakeOf(legs),
    lateLegs,
    lateStake: stakeOf(lateLegs),
  };
}

function settlePool(contest: SettledContest, entries: Entry[], inTime: Entry[], late: TransferDraft[], winner: Pick): Settlement {
  const pool = inTime.map(({ bet, stake }) => ({ id: bet.id, pick: bet.pick, stake, placedAt: bet.placedAt }));
  const { outcome, payouts, fee } = poolPayouts(pool, winner, contest.rules);
  if (outcome === 'too_few') return refundAll(entries, late, { outcome: 'void', voidReason: 'too_few_participants', winner: null });
  if (outcome === 'nobody_right') return refundAll(entries, late, { outcome: 'settled', voidReason: null, winner });
  return {
    outcome: 'settled',
    voidReason: null,
    winner,
    bets: entries.map((entry) => endBet(entry, winner, payouts.get(entry.bet.id) ?? 0)),
    transfers: [...late, ...payAll(inTime, payouts), ...(fee > 0 ? [houseGainTransfer(contest.id, 'wdl', fee)] : [])],
    fee,
  };
}

function settleFixed(contest: SettledContest, entries: Entry[], inTime: Entry[], late: TransferDraft[], winner: Pick): Settlement {
  const payouts = new Map(inTime.filter(({ bet }) => bet.pick === winner).map(({ bet, legs }) => [bet.id, fixedPayout(legs)]));
  const staked = inTime.reduce((sum, entry) => sum + entry.stake, 0);
  const owed = [...payouts.values()].reduce((sum, payout) => sum + payout, 0);
  const cover = owed > staked ? [houseCoverTransfer(contest.id, owed - staked)] : [];
  const gain = staked > owed ? [houseGainTransfer(contest.id, '1x2', staked - owed)] : [];
  return {
    outcome: 'settled',
    voidReason: null,
    winner,
    bets: entries.map((entry) => endBet(entry, winner, payouts.get(entry.bet.id) ?? 0)),
    transfers: [...late, ...cover, ...payAll(inTime, payouts), ...gain],
    fee: 0,
  };
}

function refundAll(
  entries: Entry[],
  late: TransferDraft[],
  end: { outcome: 'settled' | 'void'; voidReason: VoidReason | null; winner: Pick | null },
): Settlement {
  const inTime = entries.filter((entry) => entry.stake > 0);
  return {
    ...end,
    bets: entries.map(refundBet),
    transfers: [...late, ...inTime.map((entry) => refundTransfer(entry.ref, entry.stake))],
    fee: 0,
  };
}

const payAll = (entries: Entry[], payouts: ReadonlyMap<string, number>): TransferDraft[] =>
  entries.flatMap((entry) => {
    const payout = payouts.get(entry.bet.id);
    return payout === undefined ? [] : [payoutTransfer(entry.ref, payout)];
  });

function endBet(entry: Entry, winner: Pick, payout: number): BetEnd {
  if (entry.stake === 0) return refundBet(entry);
  return { ...refundBet(entry), state: 'settled', payout, refund: entry.lateStake, hit: entry.bet.pick === winner };
}

const refundBet = ({ bet, stake, lateLegs, lateStake }: Entry): BetEnd => ({
  id: bet.id,
  userId: bet.userId,
  state: 'refunded',
  payout: 0,
  refund: stake + lateStake,
  hit: null,
  lateLegIds: lateLegs.map((leg) => leg.id),
});

const stakeOf = (legs: readonly BetLeg[]): number => legs.reduce((sum, leg) => sum + leg.stake, 0);

/**
 * Returns what took part when a contest ended, by pick and in points, and the number of bets, without stakes placed after the true
 * kick-off.
 */
export function stakesInTime(placed: Iterable<PlacedBet>, settlement: Settlement): { staked: Record<Pick, number>; participants: number } {
  const late = new Set(settlement.bets.flatMap(({ lateLegIds }) => lateLegIds));
  const staked: Record<Pick, number> = { home: 0, draw: 0, away: 0 };
  let participants = 0;
  for (const { pick, legs } of placed) {
    const inTime = legs.filter(({ id }) => !late.has(id));
    staked[pick] += inTime.reduce((sum, { stake }) => sum + stake, 0);
    if (inTime.length > 0) participants += 1;
  }
  return { staked, participants };
}
