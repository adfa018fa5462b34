import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import {
  calibrationOf,
  countedAs,
  evenPercents,
  isWhole,
  logScore,
  moveSlider,
  type Percents,
  probabilitiesOf,
} from './forecast-league.ts';

const THREE = PICKS;
const TWO: readonly Pick[] = ['home', 'away'];
const anyPicks = fc.constantFrom(THREE, TWO);
const percents = (home: number, draw: number, away: number): Percents => ({ home, draw, away });

/** Arbitrary whole percentages over the picks. */
const anyPercents = (picks: readonly Pick[]): fc.Arbitrary<Percents> =>
  fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })).map(([a, b]) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    return picks.length === 2 ? percents(low, 0, 100 - low) : percents(low, high - low, 100 - high);
  });
const anyGame = anyPicks.chain((picks) =>
  fc.record({ picks: fc.constant(picks), given: anyPercents(picks), pick: fc.constantFrom(...picks) }),
);
const anyWhole = fc.integer({ min: 0, max: 100 });
const unmoved = (given: Percents) => ({ percents: given, moved: null });

describe('sliders', () => {
  it('start as even as possible', () => {
    expect(evenPercents(THREE)).toEqual(percents(33, 34, 33));
    expect(evenPercents(TWO)).toEqual(percents(50, 0, 50));
  });

  it('change the others in proportion', () => {
    const begun = unmoved(percents(50, 30, 20));
    expect(moveSlider(begun, THREE, 'home', 60).percents).toEqual(percents(60, 24, 16));
    expect(moveSlider(begun, THREE, 'away', 0).percents).toEqual(percents(63, 37, 0));
    expect(moveSlider(begun, THREE, 'draw', 100).percents).toEqual(percents(0, 100, 0));
    expect(moveSlider(unmoved(percents(100, 0, 0)), THREE, 'home', 40).percents).toEqual(percents(40, 30, 30));
    expect(moveSlider(unmoved(percents(70, 0, 30)), TWO, 'away', 45).percents).toEqual(percents(55, 0, 45));
  });

  it('stay within 0 and 100 for any value', () => {
    expect(moveSlider(unmoved(percents(50, 30, 20)), THREE, 'home', 250).percents).toEqual(percents(100, 0, 0));
    expect(moveSlider(unmoved(percents(50, 30, 20)), THREE, 'home', -3).percents).toEqual(percents(0, 60, 40));
  });

  it('always add up to 100 in whole numbers of at least 0, after any moves', () => {
    fc.assert(
      fc.property(
        anyGame,
        fc.array(fc.tuple(fc.nat(2), fc.double({ min: -20, max: 120, noNaN: true })), { maxLength: 20 }),
        ({ picks, given }, moves) => {
          let sliders = moveSlider(unmoved(given), picks, 'home', given.home);
          for (const [which, to] of moves) sliders = moveSlider(sliders, picks, picks[which % picks.length]!, to);
          expect(isWhole(sliders.percents)).toBe(true);
          if (!picks.includes('draw')) expect(sliders.percents.draw).toBe(0);
        },
      ),
    );
  });

  it('never raise another slider when one goes up', () => {
    fc.assert(
      fc.property(anyGame, anyWhole, anyWhole, ({ picks, given, pick }, a, b) => {
        const low = moveSlider(unmoved(given), picks, pick, Math.min(a, b));
        const high = moveSlider(low, picks, pick, Math.max(a, b));
        for (const other of picks) if (other !== pick) expect(high.percents[other]).toBeLessThanOrEqual(low.percents[other]);
      }),
    );
  });

  it('restore the others, in one move or in many', () => {
    fc.assert(
      fc.property(anyGame, anyWhole, ({ picks, given, pick }, to) => {
        const there = moveSlider(unmoved(given), picks, pick, to);
        expect(moveSlider(there, picks, pick, given[pick]).percents).toEqual(given);
        let stepped = unmoved(given) as ReturnType<typeof moveSlider>;
        const step = to > given[pick] ? 1 : -1;
        for (let at = given[pick]; at !== to; at += step) stepped = moveSlider(stepped, picks, pick, at + step);
        if (to !== given[pick]) expect(stepped.percents).toEqual(there.percents);
      }),
    );
  });
});

describe('a forecast', () => {
  it('consists of whole percentages that add up to 100', () => {
    expect(isWhole(percents(50, 30, 20))).toBe(true);
    for (const wrong of [percents(50, 30, 21), percents(50.5, 29.5, 20), percents(-10, 60, 50), percents(Number.NaN, 50, 50)])
      expect(isWhole(wrong)).toBe(false);
  });

  it('is counted unchanged if no outcome is ruled out', () => {
    expect(countedAs(probabilitiesOf(percents(98, 1, 1)), THREE)).toEqual({ home: 0.98, draw: 0.01, away: 0.01 });
    expect(countedAs({ home: 0.5, draw: 0.3, away: 0.2 }, THREE)).toEqual({ home: 0.5, draw: 0.3, away: 0.2 });
  });

  it('is counted with at least 0.01 per outcome, reducing the others in proportion', () => {
    const close = (given: Percents, picks: readonly Pick[], [home, draw, away]: [number, number, number]) => {
      const counted = countedAs(probabilitiesOf(given), picks);
      expect(counted.home).toBeCloseTo(home, 12);
      expect(counted.draw).toBeCloseTo(draw, 12);
      expect(counted.away).toBeCloseTo(away, 12);
    };
    close(percents(100, 0, 0), THREE, [0.98, 0.01, 0.01]);
    close(percents(60, 40, 0), THREE, [0.594, 0.396, 0.01]);
    // An outcome of exactly 0.01 would fall below it.
    close(percents(99, 1, 0), THREE, [0.98, 0.01, 0.01]);
    close(percents(0, 0, 100), TWO, [0.01, 0, 0.99]);
  });
});

describe('the score', () => {
  it('is the logarithm of the probability given to the outcome', () => {
    expect(logScore({ home: 0.5, draw: 0.3, away: 0.2 }, 'away', THREE)).toBeCloseTo(Math.log(0.2), 12);
    expect(logScore(probabilitiesOf(percents(100, 0, 0)), 'home', THREE)).toBeCloseTo(Math.log(0.98), 12);
    expect(logScore(probabilitiesOf(percents(0, 0, 100)), 'away', TWO)).toBeCloseTo(Math.log(0.99), 12);
    expect(logScore(probabilitiesOf(percents(100, 0, 0)), 'draw', THREE)).toBeCloseTo(Math.log(0.01), 12);
  });

  it('has a lower and an upper bound', () => {
    fc.assert(
      fc.property(anyGame, ({ picks, given, pick }) => {
        const score = logScore(probabilitiesOf(given), pick, picks);
        expect(score).toBeGreaterThanOrEqual(Math.log(0.01) - 1e-12);
        expect(score).toBeLessThanOrEqual(Math.log(1 - 0.01 * (picks.length - 1)) + 1e-12);
        const counted = countedAs(probabilitiesOf(given), picks);
        expect(counted.home + counted.draw + counted.away).toBeCloseTo(1, 12);
        for (const one of picks) expect(counted[one]).toBeGreaterThanOrEqual(0.01 - 1e-12);
      }),
    );
  });

  it('has the best expected value for honest forecasts, including those of rare outcomes', () => {
    const anyTwo = anyPicks.chain((picks) => fc.record({ picks: fc.constant(picks), truth: anyPercents(picks), lie: anyPercents(picks) }));
    fc.assert(
      fc.property(anyTwo, ({ picks, truth, lie }) => {
        const mean = (told: Percents) =>
          picks.reduce((sum, pick) => sum + (truth[pick] / 100) * logScore(probabilitiesOf(told), pick, picks), 0);
        expect(mean(truth)).toBeGreaterThanOrEqual(mean(lie) - 1e-12);
      }),
    );
  });
});

describe('calibration', () => {
  it('groups forecasts by tens, and leaves out empty bins', () => {
    const said = [
      { percent: 0, count: 4, hits: 0 },
      { percent: 9, count: 1, hits: 1 },
      { percent: 50, count: 2, hits: 1 },
      { percent: 59, count: 1, hits: 0 },
      { percent: 95, count: 1, hits: 1 },
      { percent: 100, count: 3, hits: 2 },
    ];
    const [low, middle, high, ...more] = calibrationOf(said);
    expect(more).toEqual([]);
    expect([low?.count, low?.frequency]).toEqual([5, 0.2]);
    expect(low?.forecast).toBeCloseTo(0.018, 12);
    expect(middle).toMatchObject({ count: 3, frequency: 1 / 3, forecast: 0.53 });
    expect(high).toMatchObject({ count: 4, frequency: 0.75, forecast: 0.9875 });
    expect(calibrationOf([])).toEqual([]);
  });

  it('counts every forecast in the right bin', () => {
    const anySaid = fc.array(
      fc.record({ percent: anyWhole, count: fc.integer({ min: 1, max: 50 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    );
    fc.assert(
      fc.property(anySaid, (drawn) => {
        const said = drawn.map(({ percent, count, share }) => ({ percent, count, hits: Math.round(count * share) }));
        const bins = calibrationOf(said);
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        expect(sum(bins.map(({ count }) => count))).toBe(sum(said.map(({ count }) => count)));
        expect(sum(bins.map(({ count, frequency }) => count * frequency))).toBeCloseTo(sum(said.map(({ hits }) => hits)), 6);
        expect(sum(bins.map(({ count, forecast }) => count * forecast))).toBeCloseTo(
          sum(said.map(({ count, percent }) => (count * percent) / 100)),
          6,
        );
        const starts = bins.map(({ forecast }) => Math.min(9, Math.floor(forecast * 10 + 1e-9)));
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
      }),
    );
  });
});
