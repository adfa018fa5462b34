import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { POOL_RULES, type PoolBet, poolPayouts, poolReturn } from './pool.ts';

const bet = (id: string, pick: Pick, stake: number, placed = 0): PoolBet => ({ id, pick, stake, placedAt: new Date(placed) });
const payouts = (bets: PoolBet[], winner: Pick, feePercent = 0) =>
  Object.fromEntries(poolPayouts(bets, winner, { ...POOL_RULES, feePercent }).payouts);

describe('poolPayouts by hand', () => {
  it('shares in proportion', () => {
    expect(payouts([bet('a', 'home', 100), bet('b', 'home', 300), bet('c', 'away', 200)], 'home')).toEqual({ a: 150, b: 450 });
  });

  it('gives leftover points to the largest remainders', () => {
    // 100 x 10/30, 20/30: shares 33.33 and 66.67.
    expect(payouts([bet('a', 'home', 10), bet('b', 'home', 20), bet('c', 'draw', 70)], 'home')).toEqual({ a: 33, b: 67 });
  });

  it('breaks ties by the earlier bet, then the lower id', () => {
    const late = [bet('a', 'home', 10, 9), bet('b', 'home', 10, 1), bet('c', 'home', 10, 9), bet('d', 'away', 11)];
    expect(payouts(late, 'home')).toEqual({ a: 14, b: 14, c: 13 });
  });

  it('takes the fee from losing stakes only', () => {
    const bets = [bet('a', 'home', 100), bet('b', 'away', 199)];
    expect(poolPayouts(bets, 'home', { feePercent: 10, participantsMin: 1 })).toEqual({
      outcome: 'shared',
      payouts: new Map([['a', 280]]),
      fee: 19,
    });
    expect(payouts([bet('a', 'home', 100)], 'home', 10)).toEqual({ a: 100 });
  });

  it('refunds if nobody was right or too few took part', () => {
    expect(poolPayouts([bet('a', 'home', 100)], 'away', POOL_RULES)).toEqual({ outcome: 'nobody_right', payouts: new Map(), fee: 0 });
    expect(poolPayouts([bet('a', 'home', 100)], 'home', { feePercent: 5, participantsMin: 2 }).outcome).toBe('too_few');
    expect(poolPayouts([], 'home', POOL_RULES).outcome).toBe('nobody_right');
  });

  it('gives everyone the stake back if everyone was right', () => {
    const end = poolPayouts([bet('a', 'home', 100), bet('b', 'home', 7)], 'home', { feePercent: 50, participantsMin: 1 });
    expect(end).toEqual({
      outcome: 'all_right',
      payouts: new Map([
        ['a', 100],
        ['b', 7],
      ]),
      fee: 0,
    });
  });
});

describe('poolReturn', () => {
  it('is the share of a stake in the pool, after the fee', () => {
    const staked = { home: 100, draw: 0, away: 199 };
    expect(poolReturn(50, 'home', staked, 0)).toBe(149);
    expect(poolReturn(50, 'home', staked, 10)).toBe(140);
    expect(poolReturn(199, 'away', staked, 10)).toBe(289);
    expect(poolReturn(10, 'draw', staked, 0)).toBe(0);
  });
});

describe('poolPayouts always', () => {
  const anyBets = fc
    .array(
      fc.record({
        pick: fc.constantFrom(...PICKS),
        stake: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 1e13 })),
        placed: fc.nat(3),
      }),
      { minLength: 1, maxLength: 60 },
    )
    .map((bets) => bets.map(({ pick, stake, placed }, i) => bet(`bet-${i}`, pick, stake, placed)));
  const anyWinner = fc.constantFrom(...PICKS);
  const anyFee = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, n) => total + BigInt(n), 0n);

  it('pays out the pool to the point, and nobody who was right less than the stake', () => {
    fc.assert(
      fc.property(anyBets, anyWinner, anyFee, (bets, winner, feePercent) => {
        const end = poolPayouts(bets, winner, { feePercent, participantsMin: 1 });
        const winners = bets.filter((b) => b.pick === winner);
        expect(end.payouts.size).toBe(winners.length);
        if (winners.length === 0) return;
        expect(sum(end.payouts.values()) + BigInt(end.fee)).toBe(sum(bets.map((b) => b.stake)));
        for (const { id, stake } of winners) expect(end.payouts.get(id)).toBeGreaterThanOrEqual(stake);
      }),
      { numRuns: 500 },
    );
  });

  it('is within a point of the exact share', () => {
    fc.assert(
      fc.property(anyBets, anyWinner, (bets, winner) => {
        const winners = bets.filter((b) => b.pick === winner);
        const won = sum(winners.map((b) => b.stake));
        const pool = sum(bets.map((b) => b.stake));
        const { payouts: paid } = poolPayouts(bets, winner, POOL_RULES);
        for (const { id, stake } of winners) {
          const excess = BigInt(paid.get(id) ?? 0) * won - BigInt(stake) * pool;
          expect(excess > -won && excess < won).toBe(true);
        }
      }),
    );
  });

  it('does not depend on the order of the bets', () => {
    fc.assert(
      fc.property(anyBets, anyWinner, (bets, winner) => {
        expect(payouts(bets.toReversed(), winner)).toEqual(payouts(bets, winner));
      }),
    );
  });
});
