import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consensus, impliedProbabilities, PRICE_MAX, PRICE_MIN, poolOdds, withMargin } from './odds.ts';

const anyProbabilities = fc
  .array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 3 })
  .map((weights) => weights.map((w) => w / weights.reduce((sum, n) => sum + n, 0)));
const rounded = (probabilities: number[] | null) => probabilities?.map((p) => Math.round(p * 1e9) / 1e9);
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

describe('impliedProbabilities', () => {
  it('are the inverse of fair prices', () => {
    expect(rounded(impliedProbabilities([200, 400, 400]))).toEqual([0.5, 0.25, 0.25]);
  });

  it('share a margin evenly among equals, and take more off the long shot', () => {
    expect(rounded(impliedProbabilities([190, 190]))).toEqual([0.5, 0.5]);
    // Inverse prices 0.8 and 0.6: their squares add up to 1. In proportion they would be 0.571 and 0.429.
    expect(rounded(impliedProbabilities([100 / 0.8, 100 / 0.6]))).toEqual([0.64, 0.36]);
  });

  it('are null for invalid prices', () => {
    expect(impliedProbabilities([100, 400])).toBeNull();
    expect(impliedProbabilities([0, 400])).toBeNull();
    expect(impliedProbabilities([300, 300])).toBeNull();
    expect(impliedProbabilities([150])).toBeNull();
  });

  it('recover the probabilities from prices with a margin, in order and adding up to 1', () => {
    fc.assert(
      fc.property(anyProbabilities, fc.integer({ min: 1, max: 15 }), (probabilities, margin) => {
        const prices = withMargin(probabilities, margin);
        const implied = impliedProbabilities(prices);
        fc.pre(implied !== null);
        expect(sum(implied!)).toBeCloseTo(1, 12);
        for (const [i, p] of implied!.entries()) {
          expect(p).toBeLessThanOrEqual(100 / prices[i]! + 1e-9);
          for (const [j, q] of implied!.entries()) if (prices[i]! < prices[j]!) expect(p).toBeGreaterThan(q);
        }
      }),
    );
  });
});

describe('consensus', () => {
  it('is the mean over bookmakers with valid prices', () => {
    expect(
      rounded(
        consensus([
          [200, 200],
          [125, 500],
          [0, 100],
        ]),
      ),
    ).toEqual([0.65, 0.35]);
    expect(consensus([])).toBeNull();
    expect(consensus([[90, 90]])).toBeNull();
  });
});

describe('withMargin', () => {
  it('rounds down and stays between 1.01 and 50.00', () => {
    expect(withMargin([0.5, 0.25, 0.25], 6)).toEqual([188, 377, 377]);
    expect(withMargin([0.999, 0.001], 6)).toEqual([101, 5_000]);
  });

  it('never offers more than the fair price, except at the floor', () => {
    fc.assert(
      fc.property(anyProbabilities, fc.integer({ min: 0, max: 20 }), (probabilities, margin) => {
        for (const [i, price] of withMargin(probabilities, margin).entries()) {
          expect(price).toBeLessThanOrEqual(Math.max(PRICE_MIN, 100 / probabilities[i]!));
          expect(price).toBeLessThanOrEqual(PRICE_MAX);
        }
      }),
    );
  });
});

it('shows a pool’s odds rounded down, and none for what nobody picked', () => {
  expect(poolOdds({ home: 300, draw: 0, away: 700 })).toEqual({ home: 333, draw: null, away: 142 });
  expect(poolOdds({ home: 0, draw: 0, away: 0 })).toEqual({ home: null, draw: null, away: null });
});
