import fc from 'fast-check';
import { expect, it } from 'vitest';
import { usdtOf } from './payout-text.ts';

it.each([
  [0, '0.00'],
  [9, '0.00'],
  [10, '0.01'],
  [999, '0.99'],
  [1_000, '1.00'],
  [12_489, '12.48'],
  [9_007_199_254_730, '9007199254.73'],
])('%i points are %s USDT', (points, text) => {
  expect(usdtOf(points)).toBe(text);
});

it('never shows more than the points are worth, nor a cent less', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), (points) => {
      const cents = Number(usdtOf(points).replace('.', ''));
      expect(points - cents * 10).toBeGreaterThanOrEqual(0);
      expect(points - cents * 10).toBeLessThan(10);
    }),
  );
});
