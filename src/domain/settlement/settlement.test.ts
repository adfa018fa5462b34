import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustTransfer, bankrollTransfer, stakeTransfer } from '#domain/ledger/ledger.ts';
import { accountKey, applyTransfers, EMPTY_LEDGER, type LedgerState } from '#domain/ledger/ledger-model.ts';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { MARKETS } from './contest.ts';
import { POOL_RULES } from './pool.ts';
import { type BetLeg, fixedPayout, type PlacedBet, type SettledContest, settle, voidContest } from './settlement.ts';

const pool: SettledContest = { id: 'c', market: 'wdl', rules: POOL_RULES };
const fixed: SettledContest = { ...pool, market: '1x2' };
const leg = (id: string, stake: number, oddsHundredths: number | null = null, placed = 0): BetLeg => ({
  id,
  stake,
  oddsHundredths,
  placedAt: new Date(placed),
});
const bet = (id: string, pick: Pick, ...legs: BetLeg[]): PlacedBet => ({ id, userId: `user-${id}`, pick, placedAt: new Date(0), legs });
const homeWin = { result: [2, 1] as [number, number], startedAt: null };
const moves = (transfers: ReturnType<typeof settle>['transfers']) =>
  transfers.map(({ key, source, from, to, amount }) => [key, source, accountKey(from), accountKey(to), amount]);

describe('settle by hand', () => {
  it('a pool pays its winners', () => {
    const end = settle(
      { ...pool, rules: { feePercent: 10, participantsMin: 1 } },
      [bet('a', 'home', leg('a1', 100)), bet('b', 'away', leg('b1', 50))],
      homeWin,
    );
    expect(end).toMatchObject({ outcome: 'settled', voidReason: null, winner: 'home', fee: 5 });
    expect(end.bets).toEqual([
      { id: 'a', userId: 'user-a', state: 'settled', payout: 145, refund: 0, hit: true, lateLegIds: [] },
      { id: 'b', userId: 'user-b', state: 'settled', payout: 0, refund: 0, hit: false, lateLegIds: [] },
    ]);
    expect(moves(end.transfers)).toEqual([
      ['bet:a:payout', 'contest_reward', 'contest:c', 'balance:user-a', 145],
      ['contest:c:gain', 'pool_fee', 'contest:c', 'house', 5],
    ]);
  });

  it('fixed odds pay the floor of each leg, and the house covers or gains the rest', () => {
    const winner = bet('a', 'home', leg('a1', 15, 233), leg('a2', 10, 250));
    // 15 x 2.33 = 34.95 and 10 x 2.50 = 25, of 25 + 20 staked.
    const end = settle(fixed, [winner, bet('b', 'away', leg('b1', 20, 400))], homeWin);
    expect(end.bets.map(({ payout, hit }) => [payout, hit])).toEqual([
      [59, true],
      [0, false],
    ]);
    expect(moves(end.transfers)).toEqual([
      ['contest:c:cover', 'house_cover', 'house', 'contest:c', 14],
      ['bet:a:payout', 'bet_payout', 'contest:c', 'balance:user-a', 59],
    ]);
    const lost = settle(fixed, [bet('b', 'away', leg('b1', 20, 400))], homeWin);
    expect(moves(lost.transfers)).toEqual([['contest:c:gain', 'house_gain', 'contest:c', 'house', 20]]);
  });

  it('refunds legs placed after the true kick-off first', () => {
    const facts = { ...homeWin, startedAt: new Date(1_000) };
    const bets = [bet('a', 'home', leg('a1', 100, null, 1_000), leg('a2', 40, null, 1_001)), bet('b', 'away', leg('b1', 50, null, 2_000))];
    const end = settle(pool, bets, facts);
    expect(end.bets).toEqual([
      { id: 'a', userId: 'user-a', state: 'settled', payout: 100, refund: 40, hit: true, lateLegIds: ['a2'] },
      { id: 'b', userId: 'user-b', state: 'refunded', payout: 0, refund: 50, hit: null, lateLegIds: ['b1'] },
    ]);
    expect(moves(end.transfers).map(([key, source]) => [key, source])).toEqual([
      ['bet:a2:refund', 'contest_refund'],
      ['bet:b1:refund', 'contest_refund'],
      ['bet:a:payout', 'contest_reward'],
    ]);
  });

  it('refunds a pool in which nobody was right, and voids one with too few', () => {
    const bets = [bet('a', 'draw', leg('a1', 100))];
    expect(settle(pool, bets, homeWin)).toMatchObject({ outcome: 'settled', winner: 'home', bets: [{ state: 'refunded', refund: 100 }] });
    const few = settle({ ...pool, rules: { feePercent: 0, participantsMin: 2 } }, bets, homeWin);
    expect(few).toMatchObject({
      outcome: 'void',
      voidReason: 'too_few_participants',
      winner: null,
      bets: [{ state: 'refunded', refund: 100 }],
    });
  });

  it('names the winner of a contest without bets', () => {
    expect(settle(pool, [], homeWin)).toMatchObject({ outcome: 'settled', winner: 'home', bets: [], transfers: [] });
  });

  it('a void refunds exact stakes, by the market’s own source', () => {
    const end = voidContest(fixed, [bet('a', 'home', leg('a1', 100, 150), leg('a2', 11, 140))], 'cancelled');
    expect(end).toMatchObject({ outcome: 'void', voidReason: 'cancelled', winner: null, fee: 0 });
    expect(moves(end.transfers)).toEqual([['bet:a:refund', 'bet_refund', 'contest:c', 'balance:user-a', 111]]);
  });

  it('multiplies odds without losing a point to rounding', () => {
    expect(fixedPayout([{ stake: 100, oddsHundredths: 115 }])).toBe(115);
    expect(fixedPayout([{ stake: 5_000, oddsHundredths: 1_003 }])).toBe(50_150);
  });
});

describe('settle always', () => {
  const anyLegs = fc.array(
    fc.record({ stake: fc.integer({ min: 10, max: 5_000 }), odds: fc.integer({ min: 101, max: 5_000 }), placed: fc.nat(20) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  const anyBets = fc
    .array(fc.record({ pick: fc.constantFrom(...PICKS), legs: anyLegs }), { maxLength: 25 })
    .map((bets) =>
      bets.map(({ pick, legs }, i) => bet(`b${i}`, pick, ...legs.map((l, j) => leg(`b${i}-${j}`, l.stake, l.odds, l.placed)))),
    );
  const anyContest: fc.Arbitrary<SettledContest> = fc.record({
    id: fc.constant('c'),
    market: fc.constantFrom(...MARKETS),
    rules: fc.record({ feePercent: fc.integer({ min: 0, max: 100 }), participantsMin: fc.integer({ min: 1, max: 3 }) }),
  });
  const anyFacts = fc.record({ result: fc.tuple(fc.nat(4), fc.nat(4)), startedAt: fc.option(fc.nat(20).map((ms) => new Date(ms))) });
  const anyEnd = fc.tuple(anyContest, anyBets, fc.option(anyFacts)).map(([contest, bets, facts]) => ({
    contest,
    bets,
    end: facts === null ? voidContest(contest, bets, 'cancelled') : settle(contest, bets, facts),
  }));

  const stakeOf = (placed: PlacedBet) => placed.legs.reduce((sum, l) => sum + l.stake, 0);
  /** Gives every user exactly their stakes, already staked. */
  const staked = ({ id, market }: SettledContest, bets: PlacedBet[]): LedgerState =>
    applyTransfers(EMPTY_LEDGER, [
      bankrollTransfer('first', 5_000_000),
      ...bets.map((b) => adjustTransfer(b.id, b.userId, stakeOf(b), 'manual_adjust', 'for the test')),
      ...bets.flatMap((b) => b.legs.map((l) => stakeTransfer({ id: b.id, userId: b.userId, contestId: id, market }, l.id, l.stake))),
    ]);

  it('empties the contest, and all postings sum to zero', () => {
    fc.assert(
      fc.property(anyEnd, ({ contest, bets, end }) => {
        const { balances } = applyTransfers(staked(contest, bets), end.transfers);
        expect(balances.get('contest:c') ?? 0).toBe(0);
        expect([...balances.values()].reduce((sum, n) => sum + n, 0)).toBe(0);
        for (const { userId, payout, refund } of end.bets) expect(balances.get(`balance:${userId}`)).toBe(payout + refund);
      }),
      { numRuns: 300 },
    );
  });

  it('adds nothing when repeated, in any order of bets', () => {
    fc.assert(
      fc.property(anyContest, anyBets, anyFacts, (contest, bets, facts) => {
        const once = applyTransfers(staked(contest, bets), settle(contest, bets, facts).transfers);
        expect(applyTransfers(once, settle(contest, bets.toReversed(), facts).transfers)).toEqual(once);
      }),
    );
  });

  it('ends every bet in exactly one way, with the exact stake as refund', () => {
    fc.assert(
      fc.property(anyEnd, ({ bets, end }) => {
        expect(end.bets.map(({ id }) => id)).toEqual(bets.map(({ id }) => id));
        for (const [i, b] of bets.entries()) {
          const { state, payout, refund, hit } = end.bets[i]!;
          if (state === 'refunded') expect([payout, refund, hit]).toEqual([0, stakeOf(b), null]);
          else expect([hit, payout > 0]).toEqual([b.pick === end.winner, b.pick === end.winner]);
        }
      }),
    );
  });
});
