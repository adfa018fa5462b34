import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlayThroughEvent, toBePlayed } from './play-through.ts';

const given = (points: number): PlayThroughEvent => ({ kind: 'given', points });
/** A bet against unrelated players that lost. */
const lost = (points: number, atRisk = points): PlayThroughEvent => ({ kind: 'bet', atRisk, net: -points, netWon: -points });
const won = (points: number, atRisk: number, netWon = points): PlayThroughEvent => ({ kind: 'bet', atRisk, net: points, netWon });

describe('given points', () => {
  it('are free once as many points were at risk', () => {
    expect(toBePlayed([given(70), given(1_000), won(300, 500)])).toBe(570);
    expect(toBePlayed([given(1_070), won(300, 5_000)])).toBe(0);
  });

  it('stay if play was not at risk', () => {
    expect(toBePlayed([given(1_010), won(0, 0), won(0, 0)])).toBe(1_010);
  });

  it('are not cleared by earlier play', () => {
    expect(toBePlayed([given(10), won(1, 5_000), given(1_000)])).toBe(1_000);
  });

  it('are gone once they are lost, so nothing is left to play', () => {
    expect(toBePlayed([given(1_000), lost(1_000, 40)])).toBe(0);
    expect(toBePlayed([given(1_000), lost(400, 40)])).toBe(600);
    expect(toBePlayed([given(1_000), lost(1_000), won(500, 500)])).toBe(0);
  });

  it('are taken back by operators from the earliest gifts first', () => {
    expect(toBePlayed([won(500, 100), given(500), { kind: 'taken', points: 300 }])).toBe(200);
    expect(toBePlayed([won(500, 100), given(500), { kind: 'taken', points: 900 }])).toBe(0);
  });

  it('do not become free by being won from a related account', () => {
    expect(toBePlayed([won(600, 10, 0)])).toBe(600);
    expect(toBePlayed([given(10), won(610, 10, 10)])).toBe(600);
  });

  it('never exceed what is left after a payout', () => {
    expect(toBePlayed([given(1_000), { kind: 'paid_out', points: 700 }])).toBe(300);
  });
});

describe('over any history', () => {
  const amount = fc.integer({ min: 0, max: 5_000 });
  const event: fc.Arbitrary<PlayThroughEvent> = fc.oneof(
    fc.record({ kind: fc.constant('given' as const), points: amount }),
    fc.record({ kind: fc.constant('taken' as const), points: amount }),
    fc.record({ kind: fc.constant('paid_out' as const), points: amount }),
    fc.record({ kind: fc.constant('bet' as const), atRisk: amount, net: fc.integer({ min: -5_000, max: 5_000 }), netWon: amount }),
  );

  it('the points to play never exceed gifts plus winnings from related players, and are never negative', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const gifts = events.reduce((sum, next) => {
          if (next.kind === 'given') return sum + next.points;
          return next.kind === 'bet' ? sum + Math.max(0, next.net - next.netWon) : sum;
        }, 0);
        expect(toBePlayed(events)).toBeGreaterThanOrEqual(0);
        expect(toBePlayed(events)).toBeLessThanOrEqual(gifts);
      }),
    );
  });

  it('play clears at most its points, and play before a gift clears nothing of it', () => {
    fc.assert(
      fc.property(fc.array(event), amount, amount, (events, points, atRisk) => {
        const before = toBePlayed(events);
        expect(before - toBePlayed([...events, won(0, atRisk)])).toBeLessThanOrEqual(atRisk);
        expect(toBePlayed([...events, given(points)])).toBe(before + points);
      }),
    );
  });
});
