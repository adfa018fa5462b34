import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brierScore, calibrationError, logLoss, meanOf, outcomeOf, rankedProbabilityScore, reliability, type Scored } from './evaluate.ts';

const forecast = { home: 0.5, draw: 0.3, away: 0.2 };

describe('scores', () => {
  it('match values computed by hand', () => {
    // Home: ((0.5 - 1)^2 + (0.8 - 1)^2) / 2; draw: (0.5^2 + (0.8 - 1)^2) / 2; away: (0.5^2 + 0.8^2) / 2.
    expect(rankedProbabilityScore({ forecast, outcome: 'home' })).toBeCloseTo(0.145, 12);
    expect(rankedProbabilityScore({ forecast, outcome: 'draw' })).toBeCloseTo(0.145, 12);
    expect(rankedProbabilityScore({ forecast, outcome: 'away' })).toBeCloseTo(0.445, 12);
    expect(logLoss({ forecast, outcome: 'away' })).toBeCloseTo(1.6094, 4);
    expect(brierScore({ forecast, outcome: 'draw' })).toBeCloseTo(0.25 + 0.49 + 0.04, 12);
  });

  it('are finite for outcomes forecast as impossible', () => {
    const sure = { home: 1, draw: 0, away: 0 };
    expect(rankedProbabilityScore({ forecast: sure, outcome: 'away' })).toBe(1);
    expect(logLoss({ forecast: sure, outcome: 'away' })).toBeLessThan(40);
  });

  it('have the best expected value for honest forecasts', () => {
    const p = fc.double({ min: 0.02, max: 1, noNaN: true });
    const anyOutcomes = fc.tuple(p, p, p).map(([a, b, c]) => ({ home: a / (a + b + c), draw: b / (a + b + c), away: c / (a + b + c) }));
    const expected = (score: (one: Scored) => number, truth: typeof forecast, told: typeof forecast) =>
      (['home', 'draw', 'away'] as const).reduce((sum, outcome) => sum + truth[outcome] * score({ forecast: told, outcome }), 0);
    fc.assert(
      fc.property(anyOutcomes, anyOutcomes, (truth, lie) => {
        for (const score of [rankedProbabilityScore, logLoss, brierScore])
          expect(expected(score, truth, truth)).toBeLessThanOrEqual(expected(score, truth, lie) + 1e-12);
      }),
    );
  });
});

describe('calibration', () => {
  const certain = (home: number, wins: number, of: number): Scored[] =>
    Array.from({ length: of }, (_, i) => ({ forecast: { home, draw: 0, away: 1 - home }, outcome: i < wins ? 'home' : 'away' }));

  it('is perfect if forecasts match frequencies', () => {
    const scored = [...certain(0.25, 25, 100), ...certain(0.75, 75, 100)];
    expect(calibrationError(scored, 'width')).toBeCloseTo(0, 12);
    expect(reliability(scored, 'home', 'count', 2)).toEqual([
      { forecast: expect.closeTo(0.25), frequency: expect.closeTo(0.25), count: 100 },
      { forecast: expect.closeTo(0.75), frequency: expect.closeTo(0.75), count: 100 },
    ]);
  });

  it('is the mean error of forecasts over all three outcomes', () => {
    // Home and away are wrong by 0.1 each, the draw is right.
    expect(calibrationError(certain(0.6, 50, 100), 'width')).toBeCloseTo(0.2 / 3, 12);
    expect(calibrationError(certain(0.6, 50, 100), 'count', 1)).toBeCloseTo(0.2 / 3, 12);
  });
});

it('a mean comes with its standard error', () => {
  const { mean, standardError, count } = meanOf([1, 2, 3, 4]);
  expect([mean, count]).toEqual([2.5, 4]);
  expect(standardError).toBeCloseTo(Math.sqrt(5 / 3 / 4), 12);
  expect(meanOf([1]).standardError).toBe(0);
});

it('outcomes are derived from goals', () => {
  expect([outcomeOf(2, 1), outcomeOf(0, 0), outcomeOf(0, 3)]).toEqual(['home', 'draw', 'away']);
});
