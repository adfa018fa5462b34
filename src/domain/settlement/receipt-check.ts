import { canonicalJson } from '#domain/canonical-json.ts';
import {
  factsHash,
  RECEIPT_FORMAT,
  type Receipt,
  type ReceiptBet,
  type ReceiptFacts,
  type ReceiptLeg,
  RULE_VERSION,
  receiptHash,
  shareOf,
} from './receipt.ts';
import { type BetEnd, entitlementOf, type PlacedBet, type Settlement, settle, stakesInTime, voidContest } from './settlement.ts';

/** Possible faults, spelled as in receipts. */
export type FaultField =
  | ('format' | 'version' | 'facts' | 'hash' | 'facts_hash' | 'score' | 'round' | 'house_loss')
  | ('state' | 'winner' | 'void_reason')
  | ('id' | 'stake' | 'legs' | 'payout' | 'refund' | 'hit' | 'share' | 'received')
  | ('staked' | 'participants' | 'fee' | 'payouts' | 'refunds' | 'house');

/** One item in a receipt that does not follow from the rest of it. */
export interface ReceiptFault {
  about: 'receipt' | 'facts' | 'correction' | 'contest' | 'bet' | 'totals';
  /** The bet's id, or the correction's round; empty if there is only one. */
  id: string;
  field: FaultField;
  /** The correct value. */
  expected: unknown;
  found: unknown;
}

/**
 * Recomputes the end of every bet of a receipt from stakes, rules and facts, with the code that ends contests, and returns every
 * difference: which bet, which total, which hash. Returns an empty list if everything is right. The receipt must come from our own server,
 * or its shape must have been checked. A contest that has not ended cannot be checked, which is also a fault.
 */
export function verifyReceipt(receipt: Receipt): ReceiptFault[] {
  const { facts } = receipt;
  const unreadable = cannotCheck(receipt);
  if (unreadable.length > 0 || facts === null) return unreadable;
  const placed = receipt.bets.map(placedBet);
  const settlement = recomputeEnd(receipt, facts, placed);
  const pool = { ...stakesInTime(placed, settlement), winner: settlement.winner, fee: settlement.fee };
  const isCorrected = receipt.corrections.length > 0;
  return [
    ...hashFaults(receipt, facts),
    ...contestFaults(receipt, settlement),
    ...receipt.bets.flatMap((bet, i) => compare('bet', bet.id, expectedBet(bet, settlement.bets[i]!, pool, isCorrected), bet)),
    ...sameBetTwice(receipt),
    ...totalFaults(receipt, settlement, pool),
  ];
}

interface Pool extends ReturnType<typeof stakesInTime> {
  winner: Settlement['winner'];
  fee: number;
}

/** Returns why a receipt cannot be computed at all. */
function cannotCheck({ format, rules, contest, facts, bets }: Receipt): ReceiptFault[] {
  if (format !== RECEIPT_FORMAT) return [fault('receipt', '', 'format', RECEIPT_FORMAT, format)];
  if (rules.version !== RULE_VERSION) return [fault('receipt', '', 'version', RULE_VERSION, rules.version)];
  if (contest.state !== 'settled' && contest.state !== 'void') return [fault('contest', '', 'state', 'settled', contest.state)];
  if (facts === null) return [fault('receipt', '', 'facts', 'facts', null)];
  if (facts.ending === 'settle' && facts.score === null) return [fault('facts', '', 'score', 'score', null)];
  // From here on stakes are used in arithmetic, where a value that is not a number would invalidate every sum.
  return bets.flatMap(({ id, legs }) => {
    const bad = legs.find(({ stake, placed_at }) => !(Number.isSafeInteger(stake) && stake > 0) || Number.isNaN(Date.parse(placed_at)));
    return bad ? [fault('bet', id, 'legs', 'whole points and a time', bad)] : [];
  });
}

const placedBet = ({ id, pick, placed_at, legs }: ReceiptBet): PlacedBet => ({
  id,
  userId: id,
  pick,
  placedAt: new Date(placed_at),
  legs: legs.map((leg) => ({
    id: leg.id,
    stake: leg.stake,
    oddsHundredths: leg.odds === null ? null : Math.round(leg.odds * 100),
    placedAt: new Date(leg.placed_at),
  })),
});

function recomputeEnd({ contest, rules }: Receipt, facts: ReceiptFacts, placed: readonly PlacedBet[]): Settlement {
  const settled = {
    id: contest.id,
    market: contest.market,
    rules: { feePercent: rules.fee_percent, participantsMin: rules.participants_min },
  };
  if (facts.ending === 'void') return voidContest(settled, placed, facts.void_reason!);
  return settle(settled, placed, { result: facts.score!, startedAt: facts.started_at === null ? null : new Date(facts.started_at) });
}

function hashFaults(receipt: Receipt, facts: ReceiptFacts): ReceiptFault[] {
  const { bets, hash, ...head } = receipt;
  const whole = receiptHash(head);
  for (const bet of bets) whole.add(bet);
  return [
    ...compare('receipt', '', { hash: whole.hex() }, receipt),
    ...compare('facts', '', { facts_hash: factsHash(facts) }, receipt),
    ...receipt.corrections.flatMap((correction, i) =>
      compare('correction', String(correction.round), { round: i + 1, facts_hash: factsHash(correction.facts) }, correction),
    ),
  ];
}

const contestFaults = ({ contest }: Receipt, { outcome, winner, voidReason }: Settlement): ReceiptFault[] =>
  compare('contest', '', { state: outcome, winner, void_reason: voidReason }, contest);

/** Returns how a bet must have ended. It received what it was due, unless a correction could not take all of it back. */
function expectedBet(bet: ReceiptBet, end: BetEnd, pool: Pool, isCorrected: boolean) {
  const { state, payout, refund, hit } = end;
  const late = new Set(end.lateLegIds);
  const wentBack = (leg: ReceiptLeg) => state === 'refunded' || late.has(leg.id);
  // Usually the same object: comparing the stakes of a hundred thousand bets as texts would take seconds.
  const legs = bet.legs.every((leg) => leg.refunded === wentBack(leg))
    ? bet.legs
    : bet.legs.map((leg) => ({ ...leg, refunded: wentBack(leg) }));
  const stake = sumOf(bet.legs, (leg) => leg.stake);
  const inTime = sumOf(bet.legs, (leg) => (late.has(leg.id) ? 0 : leg.stake));
  const isWinner = pool.winner !== null && hit === true && isPool(bet);
  const share = isWinner ? shareOf(inTime, payout, { ...pool, winner: pool.winner! }) : null;
  const least = entitlementOf(end);
  return { stake, legs, state, payout, refund, hit, share, received: isCorrected ? Math.max(least, bet.received) : least };
}

/** Stakes of a pool have no odds. */
const isPool = ({ legs }: ReceiptBet): boolean => legs.every(({ odds }) => odds === null);

function sameBetTwice({ bets }: Receipt): ReceiptFault[] {
  const seen = new Set<string>();
  return bets.flatMap(({ id }) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [fault('bet', id, 'id', 'once', 'twice')];
  });
}

function totalFaults(receipt: Receipt, settlement: Settlement, { staked, participants, fee }: Pool): ReceiptFault[] {
  const received = sumOf(receipt.bets, (bet) => bet.received);
  const totals = {
    staked,
    participants,
    fee,
    payouts: sumOf(settlement.bets, ({ payout }) => payout),
    refunds: sumOf(settlement.bets, ({ refund }) => refund),
    // What bets received beyond their stakes came from the house, and what they did not receive went to it.
    house: received - sumOf(receipt.bets, ({ legs }) => sumOf(legs, ({ stake }) => stake)),
  };
  return [...compare('totals', '', totals, receipt.totals), ...lossFaults(receipt, received - sumOf(settlement.bets, entitlementOf))];
}

/** Corrections can leave with players `kept` points that they could not give back, at most what the receipt says the house bore. */
function lossFaults({ corrections }: Receipt, kept: number): ReceiptFault[] {
  const lossMax = sumOf(corrections, (correction) => correction.house_loss);
  return corrections.length > 0 && kept > lossMax ? [fault('correction', String(corrections.length), 'house_loss', kept, lossMax)] : [];
}

/** Returns what is expected but missing; compared as canonical JSON. */
function compare(about: ReceiptFault['about'], id: string, expected: Partial<Record<FaultField, unknown>>, found: object): ReceiptFault[] {
  const there = found as Record<string, unknown>;
  return (Object.entries(expected) as [FaultField, unknown][])
    .filter(([field, value]) => value !== there[field] && canonicalJson(value) !== canonicalJson(there[field]))
    .map(([field, value]) => fault(about, id, field, value, there[field]));
}

const fault = (about: ReceiptFault['about'], id: string, field: FaultField, expected: unknown, found: unknown): ReceiptFault => ({
  about,
  id,
  field,
  expected,
  found,
});

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((sum, item) => sum + of(item), 0);
