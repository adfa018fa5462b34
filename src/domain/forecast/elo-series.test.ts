import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedFormat, isSeriesScore, seriesForecast, seriesScores } from './elo-series.ts';

const anyFormat = fc.oneof(
  fc.constantFrom(1, 3, 5, 7, 9).map((parts) => ({ parts, race: true })),
  fc.integer({ min: 1, max: 9 }).map((parts) => ({ parts, race: false })),
);
const share = (format: { parts: number; race: boolean }, p: number, home: number, away: number) =>
  seriesScores(format, p).find((score) => score.home === home && score.away === away)?.probability;

describe('a series', () => {
  it('has the scores computed by hand', () => {
    const bestOfThree = { parts: 3, race: true };
    expect(share(bestOfThree, 0.6, 2, 0)).toBeCloseTo(0.36, 12);
    expect(share(bestOfThree, 0.6, 2, 1)).toBeCloseTo(2 * 0.36 * 0.4, 12);
    expect(share(bestOfThree, 0.6, 1, 2)).toBeCloseTo(2 * 0.16 * 0.6, 12);
    expect(share({ parts: 5, race: true }, 0.6, 3, 2)).toBeCloseTo(6 * 0.6 ** 3 * 0.4 ** 2, 12);
    expect(share({ parts: 2, race: false }, 0.6, 1, 1)).toBeCloseTo(0.48, 12);
    expect(share({ parts: 3, race: false }, 0.6, 3, 0)).toBeCloseTo(0.216, 12);
  });

  it('adds up to 1, ends in possible scores, and is symmetric in its sides', () => {
    fc.assert(
      fc.property(
        anyFormat,
        fc.double({ min: -30, max: 30, noNaN: true }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        (format, distance, variance) => {
          const { outcomes, scores, expected } = seriesForecast(checkedFormat(format), distance, variance);
          expect(scores.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
          for (const { home, away } of scores) expect(isSeriesScore(format, home, away, true)).toBe(true);
          expect(outcomes.draw > 0).toBe(!format.race && format.parts % 2 === 0 && outcomes.home > 0 && outcomes.draw > 0);
          const turned = seriesForecast(format, -distance, variance);
          expect(turned.outcomes.away).toBeCloseTo(outcomes.home, 9);
          expect(turned.expected.away).toBeCloseTo(expected.home, 9);
        },
      ),
    );
  });

  it('can be drawn only if an even number of parts is played in full', () => {
    expect(seriesForecast({ parts: 2, race: false }, 0, 0).outcomes.draw).toBeCloseTo(0.5, 12);
    expect(seriesForecast({ parts: 3, race: false }, 0, 0).outcomes.draw).toBe(0);
    expect(seriesForecast({ parts: 3, race: true }, 0, 0).outcomes.draw).toBe(0);
  });

  it('is closer to even, and more often one-sided, with less certainty', () => {
    const [sure, unsure] = [seriesForecast({ parts: 5, race: true }, 0.5, 0), seriesForecast({ parts: 5, race: true }, 0.5, 2)];
    expect(unsure.outcomes.home).toBeLessThan(sure.outcomes.home);
    const threeNil = (forecast: typeof sure) => forecast.scores[0]!.probability + forecast.scores.at(-1)!.probability;
    expect(threeNil(unsure)).toBeGreaterThan(threeNil(sure));
  });

  it('rejects impossible formats and scores', () => {
    for (const parts of [0, 2.5, 11, Number.NaN]) expect(() => checkedFormat({ parts, race: false })).toThrow(RangeError);
    expect(() => checkedFormat({ parts: 2, race: true })).toThrow(RangeError);
    expect(isSeriesScore({ parts: 3, race: true }, 1, 1, false)).toBe(true);
    expect(isSeriesScore({ parts: 3, race: true }, 2, 0, false)).toBe(false);
    expect(isSeriesScore({ parts: 3, race: false }, 2, 0, true)).toBe(false);
    expect(isSeriesScore({ parts: 3, race: true }, -1, 2, true)).toBe(false);
  });
});
