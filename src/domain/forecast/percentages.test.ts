import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentages } from './percentages.ts';

it.each([
  [
    [0.714, 0.19, 0.096],
    [71, 19, 10],
  ],
  [
    [1 / 3, 1 / 3, 1 / 3],
    [34, 33, 33],
  ],
  [
    [0.6, 0.4],
    [60, 40],
  ],
])('rounds %j to %j', (shares, percents) => {
  expect(percentages(shares)).toEqual(percents);
});

it('adds up to 100, and is never off by a whole per cent', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 5 }), (weights) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const shares = weights.map((weight) => weight / total);
      const percents = percentages(shares);
      expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100);
      for (const [index, share] of shares.entries()) expect(Math.abs((percents[index] ?? 0) - share * 100)).toBeLessThan(1);
    }),
  );
});
