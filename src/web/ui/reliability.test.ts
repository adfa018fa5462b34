import fc from 'fast-check';
import { expect, it } from 'vitest';
import { luckRange, meanDistance } from './reliability-chart.tsx';

it('is the mean distance of the bins, weighted', () => {
  const bins = [
    { forecast: 0.2, frequency: 0.3, count: 30 },
    { forecast: 0.6, frequency: 0.58, count: 10 },
  ];
  // (30 x 0.1 + 10 x 0.02) / 40
  expect(meanDistance(bins)).toBeCloseTo(0.08, 12);
  expect(meanDistance([])).toBe(0);
});

it('gives chance 1.96 binomial standard deviations', () => {
  // 0.5 ± 1.96 x sqrt(0.25 / 100)
  expect(luckRange({ forecast: 0.5, frequency: 0.9, count: 100 })).toEqual({ from: expect.closeTo(0.402), to: expect.closeTo(0.598) });
});

it('limits chance to between never and always, around the forecast', () => {
  const bin = fc.record({
    forecast: fc.double({ min: 0, max: 1, noNaN: true }),
    frequency: fc.constant(0),
    count: fc.integer({ min: 1, max: 1e6 }),
  });
  fc.assert(
    fc.property(bin, (one) => {
      const { from, to } = luckRange(one);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(from).toBeLessThanOrEqual(one.forecast);
      expect(to).toBeGreaterThanOrEqual(one.forecast);
      expect(to).toBeLessThanOrEqual(1);
    }),
  );
});
