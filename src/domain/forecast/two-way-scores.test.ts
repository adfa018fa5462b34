import { expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { logLossDifference, twoWayScores } from './two-way-scores.ts';

it('gives the scores computed by hand', () => {
  const scores = twoWayScores([
    { p: 0.8, won: true },
    { p: 0.6, won: false },
    { p: 0.5, won: true },
  ]);
  expect(scores.logLoss).toBeCloseTo(-(Math.log(0.8) + Math.log(0.4) + Math.log(0.5)) / 3, 12);
  expect(scores.brier).toBeCloseTo((0.04 + 0.36 + 0.25) / 3, 12);
  expect(scores.accuracy).toBeCloseTo(0.5, 12);
  expect(scores.matches).toBe(3);
});

it('distinguishes calibrated forecasts from overconfident ones', () => {
  const random = randomFrom('calibration');
  const honest = Array.from({ length: 20_000 }, () => {
    const p = random();
    return { p, won: random() < p };
  });
  const { calibrationError, calibrationNoise } = twoWayScores(honest);
  expect(calibrationError / calibrationNoise).toBeGreaterThan(0.5);
  expect(calibrationError / calibrationNoise).toBeLessThan(1.5);
  const bold = twoWayScores(honest.map(({ p, won }) => ({ p: p > 0.5 ? (1 + p) / 2 : p / 2, won })));
  expect(bold.calibrationError).toBeGreaterThan(0.1);
});

it('compares only the same matches', () => {
  const [good, poor] = [
    [
      { p: 0.9, won: true },
      { p: 0.2, won: false },
    ],
    [
      { p: 0.8, won: true },
      { p: 0.4, won: false },
    ],
  ];
  const gains = [Math.log(0.8 / 0.9), Math.log(0.6 / 0.8)];
  const { difference, standardError } = logLossDifference(good, poor);
  expect(difference).toBeCloseTo((gains[0]! + gains[1]!) / 2, 12);
  expect(standardError).toBeCloseTo(Math.abs(gains[0]! - gains[1]!) / 2, 12);
  expect(() => logLossDifference(good, poor.slice(1))).toThrow(RangeError);
  expect(() => twoWayScores([])).toThrow(RangeError);
});
