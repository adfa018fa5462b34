import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normal, randomFrom } from '#demo/seeded-random.ts';
import { type BasketballInPlayState, basketballInPlay } from './basketball-in-play.ts';
import { type ExpectedPoints, marginOver } from './elo-basketball-points.ts';
import { type TwoWayForecast, twoWayScores } from './two-way-scores.ts';

const expected = (margin: number, total: number | null = 160): ExpectedPoints => {
  const [home, away] = total === null ? [null, null] : [(total + margin) / 2, (total - margin) / 2];
  return { margin, marginDeviation: 12, total, home, away };
};
const state = (homePoints: number, awayPoints: number, period: number, left: number | null): BasketballInPlayState => ({
  ...{ homePoints, awayPoints, period, left },
});
const anyState = fc
  .record({
    homePoints: fc.integer({ min: 0, max: 130 }),
    awayPoints: fc.integer({ min: 0, max: 130 }),
    period: fc.integer({ min: 1, max: 7 }),
    left: fc.option(fc.double({ min: 0, max: 0.99, noNaN: true })),
  })
  .map((one): BasketballInPlayState => one);

describe('a game of basketball in play', () => {
  it('begins as forecast before it', () => {
    for (const margin of [-12, 0, 4, 20]) {
      const { home, margin: lead, total } = basketballInPlay(expected(margin), state(0, 0, 1, 1));
      // Not exactly, as level scores go to an overtime.
      expect(Math.abs(home - marginOver(expected(margin), 0))).toBeLessThan(0.005);
      expect(Math.abs(lead - margin)).toBeLessThan(0.2);
      expect(Math.abs(total! - 160)).toBeLessThan(1);
    }
  });

  it('is over when nothing is left and a side leads, and goes on when level', () => {
    expect(basketballInPlay(expected(0), state(80, 79, 4, 0))).toEqual({ home: 1, margin: 1, total: 159 });
    expect(basketballInPlay(expected(0), state(79, 80, 5, 0)).home).toBe(0);
    const level = basketballInPlay(expected(0), state(80, 80, 4, 0));
    expect(level.home).toBeCloseTo(0.5, 12);
    // An overtime has 16% of the points of a game.
    expect(level.total).toBeCloseTo(160 + 0.16 * 160, 9);
    expect(basketballInPlay(expected(8), state(80, 80, 4, 0)).home).toBeGreaterThan(0.55);
    expect(basketballInPlay(expected(8), state(80, 80, 5, 1)).home).toBeCloseTo(basketballInPlay(expected(8), state(80, 80, 4, 0)).home, 9);
  });

  it('has the values worked out by hand at half-time', () => {
    const { margin, total } = basketballInPlay(expected(4, null), state(45, 39, 3, 1));
    // 6 + (4 - 0.45 x 6) / 2 = 6.65 with a deviation of 12 / 2^0.37 = 9.285, so that 4.93% go to an overtime of half a point for home.
    expect(margin).toBeCloseTo(6.65 + 0.0493 * 0.5, 3);
    expect(total).toBeNull();
    // The four quarters were expected to have 160 / 1.0072 = 158.86 points; half of that and 0.13 of the surprise of 4.57 remain.
    const withTotal = basketballInPlay(expected(4), state(45, 39, 3, 1)).total;
    expect(withTotal).toBeCloseTo(84 + 79.43 + 0.594 + 0.0493 * 0.16 * 160, 2);
  });

  it('gives probabilities, is its own mirror, and rises with the lead', () => {
    fc.assert(
      fc.property(anyState, fc.double({ min: -30, max: 30, noNaN: true }), (one, margin) => {
        const { home, total, margin: lead } = basketballInPlay(expected(margin), one);
        expect(home).toBeGreaterThanOrEqual(0);
        expect(home).toBeLessThanOrEqual(1);
        expect(total).toBeGreaterThanOrEqual(one.homePoints + one.awayPoints - 1e-9);
        const turned = basketballInPlay(expected(-margin), { ...one, homePoints: one.awayPoints, awayPoints: one.homePoints });
        expect(turned.home).toBeCloseTo(1 - home, 9);
        expect(turned.margin).toBeCloseTo(-lead, 9);
        const more = basketballInPlay({ ...expected(margin), total: null }, { ...one, homePoints: one.homePoints + 1 });
        expect(more.home).toBeGreaterThanOrEqual(basketballInPlay({ ...expected(margin), total: null }, one).home - 1e-12);
      }),
    );
  });

  it('rejects what cannot be', () => {
    for (const bad of [
      state(-1, 0, 1, 1),
      state(1.5, 0, 1, 1),
      state(Number.NaN, 0, 1, 1),
      state(0, 401, 1, 1),
      state(0, 0, 0, 1),
      state(0, 0, 1.5, 1),
      state(0, 0, 21, 1),
      state(0, 0, 1, 1.1),
      state(0, 0, 1, -0.1),
      state(0, 0, 1, Number.NaN),
      state(80, 79, 5, 1),
    ])
      expect(() => basketballInPlay(expected(0), bad)).toThrow(RangeError);
  });
});

describe('without a clock', () => {
  it('guesses the time from the points: few points are early, many late', () => {
    const [early, late] = [state(4, 0, 1, null), state(22, 18, 1, null)].map((one) => basketballInPlay(expected(0), one).total!);
    expect(early).toBeGreaterThan(150);
    expect(late).toBeLessThan(175);
  });

  it('is calibrated in simulated games, for winners and totals', () => {
    const random = randomFrom('in play');
    const wins: TwoWayForecast[] = [];
    let error = 0;
    for (let n = 0; n < 6_000; n++) {
      const margin = 6 * normal(random);
      const [period, left] = [1 + Math.floor(4 * random()), random()];
      const remaining = (4 - period + left) / 4;
      const points = Math.max(0, Math.round((1 - remaining) * 158.86 + 15.5 * Math.sqrt(1 - remaining) * normal(random)));
      const lead = Math.round((1 - remaining) * (margin + 8 * normal(random)));
      const homePoints = Math.max(0, Math.min(points, Math.round((points + lead) / 2)));
      const now = state(homePoints, points - homePoints, period, null);
      const known = basketballInPlay(expected(margin), { ...now, left });
      const blind = basketballInPlay(expected(margin), now);
      wins.push({ p: blind.home, won: random() < known.home });
      error += (blind.total! - known.total!) / 6_000;
    }
    const { calibrationError, calibrationNoise } = twoWayScores(wins);
    expect(calibrationError).toBeLessThan(1.6 * calibrationNoise);
    expect(Math.abs(error)).toBeLessThan(1.5);
  });
});
