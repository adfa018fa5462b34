import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aged, learned, logistic, logit, newcomer, spread } from './elo-rating.ts';

const unknown = (variance = 1) => newcomer([0], [[variance]], 0);
/** A win of one part between equals. */
const WON = { slope: 0.5, information: 0.25 };

describe('a rating', () => {
  it('moves as computed by hand, equally for both sides, and becomes more certain', () => {
    const [winner, loser] = learned(unknown(), unknown(), 0, WON, 0);
    // Gain 1 / (1 + 0.25 * 2): a slope of a half moves by a third, and a sixth of the variance is gone.
    expect(winner.mean[0]).toBeCloseTo(1 / 3, 12);
    expect(loser.mean[0]).toBeCloseTo(-1 / 3, 12);
    expect(winner.covariance[0]![0]).toBeCloseTo(5 / 6, 12);
    expect([winner.played, loser.played]).toEqual([1, 1]);
  });

  it('moves less if the day can explain the result, and if it is more certain than the other', () => {
    expect(learned(unknown(), unknown(), 0, WON, 2)[0].mean[0]).toBeCloseTo(0.5 / 2, 12);
    const [known, other] = learned(unknown(0.1), unknown(), 0, WON, 0);
    expect(known.mean[0]! / -other.mean[0]!).toBeCloseTo(0.1, 12);
  });

  it('carries over to correlated kinds in proportion to their correlation', () => {
    const both = newcomer(
      [0, 0],
      [
        [1, 0.8],
        [0.8, 1],
      ],
      0,
    );
    const [winner] = learned(both, both, 0, WON, 0);
    expect(winner.mean[1]! / winner.mean[0]!).toBeCloseTo(0.8, 12);
    expect(winner.covariance[1]![1]).toBeCloseTo(1 - 0.64 / 6, 12);
    expect(winner.covariance[0]![1]).toBeCloseTo(0.8 - 0.8 / 6, 12);
  });

  it('learns nothing without evidence, and never becomes certain', () => {
    expect(learned(unknown(), unknown(), 0, { slope: 0, information: 0 }, 1)[0]).toMatchObject({ mean: [0], covariance: [[1]] });
    const anyEvidence = fc.record({
      slope: fc.double({ min: -5, max: 5, noNaN: true }),
      information: fc.double({ min: 0, max: 5, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(anyEvidence, { maxLength: 200 }), (seen) => {
        let pair = [unknown(), unknown()] as [ReturnType<typeof unknown>, ReturnType<typeof unknown>];
        for (const evidence of seen) pair = learned(...pair, 0, evidence, 0);
        expect(pair[0].covariance[0]![0]).toBeGreaterThan(0);
        expect(pair[0].covariance[0]![0]).toBeLessThanOrEqual(1);
        expect(pair[0].mean[0]).not.toBeNaN();
      }),
    );
  });

  it('becomes less certain every day, up to a limit, and does not change for an earlier day', () => {
    const variance = (day: number) => aged(unknown(), day, [[0.01]], 100).covariance[0]![0];
    expect([variance(10), variance(100), variance(1_000), variance(-10)]).toEqual([1.1, 2, 2, 1]);
    expect(aged(unknown(), -10, [[0.01]], 100).day).toBe(0);
  });
});

describe('a spread', () => {
  it('has the given mean and variance, and integrates precisely', () => {
    fc.assert(
      fc.property(fc.double({ min: -4, max: 4, noNaN: true }), fc.double({ min: 0, max: 4, noNaN: true }), (mean, variance) => {
        const sum = (value: (strength: number) => number) =>
          spread(mean, variance).reduce((total, { strength, weight }) => total + weight * value(strength), 0);
        expect(sum(() => 1)).toBeCloseTo(1, 12);
        expect(sum((x) => x)).toBeCloseTo(mean, 9);
        expect(sum((x) => (x - mean) ** 2)).toBeCloseTo(variance, 2);
        let [fine, weights] = [0, 0];
        for (let z = -8; z <= 8; z += 0.01) {
          fine += Math.exp((-z * z) / 2) * logistic(mean + z * Math.sqrt(variance));
          weights += Math.exp((-z * z) / 2);
        }
        expect(sum(logistic)).toBeCloseTo(fine / weights, 4);
      }),
    );
  });

  it('has finite logits, including those of 0 and 1', () => {
    expect(logit(logistic(1.5))).toBeCloseTo(1.5, 12);
    expect(logit(0)).toBeCloseTo(-logit(1), 6);
    expect(Number.isFinite(logit(1))).toBe(true);
  });
});
