import type { Score } from '#domain/matches/score.ts';
import { PICKS } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { correctSettlement } from '#domain/settlement/correction.ts';
import {
  factsHash,
  RECEIPT_FORMAT,
  type Receipt,
  type ReceiptBet,
  type ReceiptFacts,
  receiptHash,
  shareOf,
} from '#domain/settlement/receipt.ts';
import {
  type BetEnd,
  entitlementOf,
  type PlacedBet,
  type SettledContest,
  type Settlement,
  settle,
  stakesInTime,
  voidContest,
} from '#domain/settlement/settlement.ts';

/** A played contest, from which receipts are made without a server. */
export interface Played {
  market: Market;
  feePercent: number;
  participantsMin: number;
  bets: PlacedBet[];
  /** The result it was settled on, then its corrections; without any it is void. */
  results: { score: Score; startedAt: Date | null }[];
  /** Each player's balance at the time of a correction. */
  balance: number;
}

const ID = '0198f000-0000-7000-8000-000000000001';
const WHISTLE_MS = Date.parse('2026-11-20T19:50:00Z');
const at = (ms: number) => new Date(WHISTLE_MS + ms).toISOString();

const team = (id: number, name: string) => ({ id, name, short_name: null, names: {}, colours: ['#112233', '#ddeeff'] });
const MATCH = {
  ...{ id: 1, sport: 'football', kickoff_at: at(-6_600_000), status: 'ft', minute: null, stoppage: null, period: null, seen_at: at(0) },
  draw_possible: true,
  score: { home: 2, away: 1, halftime: [1, 0], fulltime: [2, 1], extratime: null, penalty: null },
  ...{ home: team(1, 'Avalon Town'), away: team(2, 'Port Merrow') },
};

/** Makes the receipt of a contest from the ends of its bets and their ledger transfers, as the server does. */
export function receiptOf(played: Played): Receipt {
  const { settlement, received, corrections, facts } = play(played);
  const pool = { ...stakesInTime(played.bets, settlement), fee: settlement.fee };
  const bets = played.bets.map((bet, i) => receiptBet(played.market, bet, settlement, pool, i, received.get(bet.id)!));
  const sumOf = (of: (bet: ReceiptBet) => number) => bets.reduce((sum, bet) => sum + of(bet), 0);
  const payouts = sumOf(({ payout }) => payout);
  return sealed({
    format: RECEIPT_FORMAT,
    contest: {
      ...{ id: ID, market: played.market, picks: [...PICKS], state: settlement.outcome, winner: settlement.winner },
      ...{ void_reason: settlement.voidReason, settled_at: at(60_000) },
    },
    match: MATCH,
    rules: { version: 1, score: 'regular_time', fee_percent: played.feePercent, participants_min: played.participantsMin },
    facts,
    facts_hash: factsHash(facts),
    corrections,
    totals: { ...pool, payouts, refunds: sumOf(({ refund }) => refund), house: sumOf((bet) => bet.received - bet.stake) },
    block: { number: 1, hash: 'ab'.repeat(32), previous_hash: null, sealed_at: at(70_000) },
    bets,
    hash: '',
  });
}

/** Returns a receipt with hashes that match its present content: anyone who alters a number can do that too. */
export function sealed(receipt: Receipt): Receipt {
  const facts_hash = receipt.facts && factsHash(receipt.facts);
  const corrections = receipt.corrections.map((correction) => ({ ...correction, facts_hash: factsHash(correction.facts) }));
  const { bets, hash: _, ...head } = { ...receipt, facts_hash, corrections };
  const whole = receiptHash(head);
  for (const bet of bets) whole.add(bet);
  return { ...head, bets, hash: whole.hex() };
}

/** Ends a contest, and corrects it for each further result while it is settled. */
function play({ market, feePercent, participantsMin, bets, results, balance }: Played) {
  const contest: SettledContest = { id: ID, market, rules: { feePercent, participantsMin } };
  const settleOn = ({ score, startedAt }: Played['results'][number]) => settle(contest, bets, { result: score, startedAt });
  const corrections: Receipt['corrections'][number][] = [];
  let settlement = results[0] ? settleOn(results[0]) : voidContest(contest, bets, 'cancelled');
  let facts = factsOf(results[0]);
  const received = new Map(settlement.bets.map((end) => [end.id, entitlementOf(end)]));
  for (const result of results.slice(1)) {
    if (settlement.outcome === 'void') break;
    const round = corrections.length + 1;
    const next = settleOn(result);
    const funds = new Map(bets.map(({ userId }) => [userId, { balance, heldUndecided: 0 }]));
    const { transfers, houseLoss } = correctSettlement({ ...contest, round }, settlement, next, received, funds);
    for (const { betId, to, amount } of transfers) {
      if (betId !== undefined) received.set(betId, received.get(betId)! + (to.kind === 'balance' ? amount : -amount));
    }
    corrections.push({ round, facts, facts_hash: '', house_loss: houseLoss, corrected_at: at(round * 3_600_000) });
    facts = factsOf(result);
    settlement = next;
  }
  return { settlement, received, corrections, facts };
}

const factsOf = (result: Played['results'][number] | undefined): ReceiptFacts => ({
  ending: result ? 'settle' : 'void',
  void_reason: result ? null : 'cancelled',
  score: result?.score ?? null,
  score_since: result ? at(0) : null,
  started_at: result?.startedAt?.toISOString() ?? null,
  match_status: result ? 'ft' : 'canc',
  match_status_since: at(0),
  confirmed_at: at(60_000),
  told_at: at(59_000),
  decided_at: at(60_000),
});

function receiptBet(
  market: Market,
  bet: PlacedBet,
  settlement: Settlement,
  { staked, fee }: { staked: ReturnType<typeof stakesInTime>['staked']; fee: number },
  index: number,
  received: number,
): ReceiptBet {
  const { state, payout, refund, hit, lateLegIds }: BetEnd = settlement.bets[index]!;
  const inTime = bet.legs.reduce((sum, leg) => sum + (lateLegIds.includes(leg.id) ? 0 : leg.stake), 0);
  return {
    ...{ id: bet.id, player: `#${bet.userId}`, pick: bet.pick, placed_at: bet.placedAt.toISOString() },
    legs: bet.legs.map((leg) => ({
      ...{ id: leg.id, stake: leg.stake, odds: leg.oddsHundredths === null ? null : leg.oddsHundredths / 100 },
      ...{ placed_at: leg.placedAt.toISOString(), refunded: state === 'refunded' || lateLegIds.includes(leg.id) },
    })),
    stake: bet.legs.reduce((sum, leg) => sum + leg.stake, 0),
    ...{ state, payout, refund, hit, received },
    share: market === 'wdl' && hit === true ? shareOf(inTime, payout, { staked, winner: settlement.winner!, fee }) : null,
  };
}
