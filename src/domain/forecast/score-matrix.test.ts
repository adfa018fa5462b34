import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logitsOf, outcomesOfLogits, pooledOutcomes } from './outcomes.ts';
import {
  bothScore,
  expectedGoals,
  goalProbabilities,
  LOW_SCORES,
  outcomesOf,
  overUnder,
  poissonOutcomes,
  rescaledTo,
  SCORE_PLACES,
  scoreMatrix,
  shownMatrix,
  steadyGoalProbabilities,
  topScores,
} from './score-matrix.ts';

const anyRate = fc.oneof(fc.double({ min: -5, max: 50, noNaN: true }), fc.double({ min: 0.2, max: 4, noNaN: true }));
const anyMatrix = fc.tuple(anyRate, anyRate, fc.double({ min: -2, max: 2, noNaN: true })).map((given) => scoreMatrix(...given));
const total = (numbers: Iterable<number>) => [...numbers].reduce((sum, n) => sum + n, 0);

describe('a score matrix', () => {
  it('has no negative value and adds up to 1 for any rates', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        expect(matrix.every((p) => p >= 0)).toBe(true);
        expect(total(matrix)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('is Poisson: 0-0 of one goal and half a goal, and the tail', () => {
    expect(scoreMatrix(1, 0.5)[0]).toBeCloseTo(Math.exp(-1.5), 12);
    expect(total(goalProbabilities(10))).toBeCloseTo(1, 12);
    // P(X >= 11) of a Poisson of 10, from tables.
    expect(goalProbabilities(10)[11]).toBeCloseTo(0.41696, 5);
  });

  it('can be narrower than Poisson with the same mean', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 6, noNaN: true }), (rate) => {
        const [poisson, steady] = [goalProbabilities(rate), steadyGoalProbabilities(rate, 1.07)];
        const mean = (goals: Float64Array) => goals.reduce((sum, p, k) => sum + p * k, 0);
        const spread = (goals: Float64Array) => goals.reduce((sum, p, k) => sum + p * (k - rate) ** 2, 0);
        expect(total(steady)).toBeCloseTo(1, 12);
        if (rate < 3) expect(mean(steady)).toBeCloseTo(rate, 3);
        expect(spread(steady)).toBeLessThan(spread(poisson));
        expect(steadyGoalProbabilities(rate, 1)[1]).toBeCloseTo(poisson[1]!, 9);
      }),
    );
  });

  it("makes low draws more likely with a negative correction, as in Dixon and Coles, and keeps each side's goals", () => {
    const [plain, corrected] = [scoreMatrix(1.5, 1.1), scoreMatrix(1.5, 1.1, -0.06)];
    expect(corrected[0]! / plain[0]!).toBeCloseTo(1 + 1.5 * 1.1 * 0.06, 10);
    expect(outcomesOf(corrected).draw).toBeGreaterThan(outcomesOf(plain).draw);
    expect(expectedGoals(corrected).home).toBeCloseTo(1.5, 4);
  });

  it('gives consistent markets', () => {
    fc.assert(
      fc.property(anyMatrix, fc.integer({ min: 0, max: 40 }), (matrix, quarters) => {
        const { home, draw, away } = outcomesOf(matrix);
        expect(home + draw + away).toBeCloseTo(1, 12);
        const { over, push, under } = overUnder(matrix, quarters / 4);
        expect(over + push + under).toBeCloseTo(1, 12);
        expect(total(shownMatrix(matrix).flat())).toBeCloseTo(1, 12);
        const scoreless = total(matrix.filter((_, i) => i < SCORE_PLACES || i % SCORE_PLACES === 0));
        expect(bothScore(matrix) + scoreless).toBeCloseTo(1, 12);
        const [first, second, third] = topScores(matrix, 3);
        expect(first!.probability).toBeGreaterThanOrEqual(second!.probability);
        expect(second!.probability).toBeGreaterThanOrEqual(third!.probability);
      }),
    );
  });

  it('returns stakes on whole-goal lines, and has quarter lines between them', () => {
    const matrix = scoreMatrix(1.4, 1.2);
    expect(overUnder(matrix, 2.5).push).toBe(0);
    expect(overUnder(matrix, 2).push).toBeGreaterThan(0.2);
    expect(overUnder(matrix, 2.25).over).toBeCloseTo((overUnder(matrix, 2).over + overUnder(matrix, 2.5).over) / 2, 12);
    for (const line of [-0.5, 2.4, 21, Number.NaN]) expect(() => overUnder(matrix, line)).toThrow(RangeError);
  });

  it('can be scaled to given outcomes, keeping the proportions within each', () => {
    fc.assert(
      fc.property(
        anyMatrix,
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: -3, max: 1, noNaN: true }),
        (matrix, strength, level) => {
          const outcomes = outcomesOfLogits({ strength, level });
          const rescaled = rescaledTo(matrix, outcomes);
          expect(total(rescaled)).toBeCloseTo(1, 12);
          expect(outcomesOf(rescaled).draw).toBeCloseTo(outcomes.draw, 9);
          expect(rescaled[12]! * matrix[24]!).toBeCloseTo(rescaled[24]! * matrix[12]!, 12);
        },
      ),
    );
  });
});

describe('outcomes', () => {
  it('survive a round trip through logits, and equal their own pool', () => {
    const outcomes = { home: 0.5, draw: 0.3, away: 0.2 };
    expect(outcomesOfLogits(logitsOf(outcomes)).draw).toBeCloseTo(0.3, 12);
    expect(pooledOutcomes([outcomes, outcomes], [3, 1]).home).toBeCloseTo(0.5, 12);
    expect(outcomesOfLogits({ strength: 2_000, level: -50 }).home).toBeCloseTo(1, 12);
  });
});

it('outcomes without a matrix equal those of the matrix', () => {
  fc.assert(
    fc.property(anyRate, anyRate, (home, away) => {
      const [quick, slow] = [poissonOutcomes(home, away), outcomesOf(scoreMatrix(home, away, LOW_SCORES))];
      expect(quick.home).toBeCloseTo(slow.home, 10);
      expect(quick.draw).toBeCloseTo(slow.draw, 10);
      expect(quick.away).toBeCloseTo(slow.away, 10);
    }),
  );
});
