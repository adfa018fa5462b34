import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '#domain/settlement/settlement.ts';
import { FEW_LOSERS_SHARE_MAX, type Loss, lossesBehind, type WonContest } from './provenance.ts';

const loss = (contestId: string, userId: string, points: number): Loss => ({ contestId, userId, points });

describe('the losers behind winnings', () => {
  it('shares a gain among the losers in proportion to their losses', () => {
    const contests = [
      { contestId: 'a', gain: 300, lostByAll: 900 },
      { contestId: 'b', gain: 100, lostByAll: 100 },
    ];
    const losses = [loss('a', 'mule', 600), loss('a', 'x', 200), loss('a', 'y', 100), loss('b', 'mule', 100)];
    expect(lossesBehind(400, contests, losses)).toEqual({
      won: 400,
      traced: 400,
      losers: [
        { userId: 'mule', points: 300, share: 0.75, contests: 2 },
        { userId: 'x', points: 67, share: 200 / 3 / 400, contests: 1 },
        { userId: 'y', points: 33, share: 100 / 3 / 400, contests: 1 },
      ],
      fewShare: expect.closeTo(1, 10),
      isConcentrated: true,
    });
  });

  it('names no loser for what the house paid', () => {
    const fixedOdds = { contestId: 'a', gain: 500, lostByAll: 0 };
    expect(lossesBehind(500, [fixedOdds], [loss('a', 'x', 10)])).toEqual({
      won: 500,
      traced: 0,
      losers: [],
      fewShare: 0,
      isConcentrated: false,
    });
  });

  it('flags more than 30% from three accounts, and not 30%', () => {
    const losses = (each: number) =>
      ['x', 'y', 'z', ...Array.from({ length: 70 }, (_, i) => `other ${i}`)].map((id, i) => loss('a', id, i < 3 ? each : 1));
    expect(FEW_LOSERS_SHARE_MAX).toBe(0.3);
    expect(lossesBehind(100, [{ contestId: 'a', gain: 100, lostByAll: 100 }], losses(10)).isConcentrated).toBe(false);
    expect(lossesBehind(100, [{ contestId: 'a', gain: 100, lostByAll: 103 }], losses(11)).isConcentrated).toBe(true);
  });

  it('subtracts what they won back from the winner', () => {
    const contests = [{ contestId: 'a', gain: 300, lostByAll: 300 }];
    const losses = [loss('a', 'friend', 200), loss('a', 'mule', 100)];
    expect(lossesBehind(300, contests, losses, new Map([['friend', 220]]))).toMatchObject({
      losers: [{ userId: 'mule', points: 100, share: 1 / 3, contests: 1 }],
      fewShare: 1 / 3,
    });
  });

  it('measures against all winnings, traced or not', () => {
    const contests = [{ contestId: 'a', gain: 100, lostByAll: 100 }];
    expect(lossesBehind(1_000, contests, [loss('a', 'x', 100)])).toMatchObject({ traced: 100, fewShare: 0.1, isConcentrated: false });
  });
});

const SOMEBODY = 'somebody';
const pools = fc.array(
  fc.record({
    own: fc.integer({ min: 10, max: 5_000 }),
    others: fc.array(fc.integer({ min: 10, max: 5_000 }), { maxLength: 8 }),
    fee: fc.integer({ min: 0, max: 20 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** A pool with one winner, settled as usual; the other stakes belong alternately to users who lose and who win elsewhere. */
function settlePool({ own, others, fee }: { own: number; others: number[]; fee: number }, index: number) {
  const placedAt = new Date('2026-11-20T10:00:00Z');
  const contestId = `contest ${index}`;
  const bets = [own, ...others].map((stake, i) => ({
    id: `bet ${i}`,
    userId: i === 0 ? SOMEBODY : `user ${i}`,
    pick: i % 3 === 0 ? ('home' as const) : ('away' as const),
    placedAt,
    legs: [{ id: `leg ${i}`, stake, oddsHundredths: null, placedAt }],
  }));
  const rules = { feePercent: fee, participantsMin: 1 };
  const settlement = settle({ id: contestId, market: 'wdl', rules }, bets, { result: [1, 0], startedAt: null });
  const losers = bets.filter(({ pick }) => pick === 'away');
  const payout = settlement.bets[0]!.payout + settlement.bets[0]!.refund;
  const lost = losers.map(({ userId, legs }) => loss(contestId, userId, legs[0]!.stake));
  return { contest: { contestId, gain: payout - own, lostByAll: lost.reduce((sum, { points }) => sum + points, 0) }, lost };
}

it('finds a source for every point won in settled pools, and no more than each lost', () => {
  fc.assert(
    fc.property(pools, (some) => {
      const settled = some.map(settlePool);
      const contests: WonContest[] = settled.map(({ contest }) => contest).filter(({ gain }) => gain > 0);
      const losses = settled.flatMap(({ lost }) => lost);
      const won = contests.reduce((sum, { gain }) => sum + gain, 0);
      const behind = lossesBehind(won, contests, losses);
      expect(behind.traced).toBe(won);
      expect(behind.losers.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(won > 0 ? 1 : 0, 9);
      for (const { userId, points } of behind.losers) {
        const lostInAll = losses.filter((one) => one.userId === userId).reduce((sum, one) => sum + one.points, 0);
        // One point left over by rounding may go to the winner of each contest.
        expect(points).toBeLessThanOrEqual(lostInAll + contests.length);
      }
      expect(behind.fewShare).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});
