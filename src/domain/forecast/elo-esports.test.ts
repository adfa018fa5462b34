import { describe, expect, it } from 'vitest';
import { normal, randomFrom } from '#demo/seeded-random.ts';
import { createEsports, type EsportsResult } from './elo-esports.ts';
import { logistic } from './elo-rating.ts';
import type { SeriesFormat } from './elo-series.ts';
import { logLossDifference, type TwoWayForecast, twoWayScores } from './two-way-scores.ts';

const BEST_OF_THREE: SeriesFormat = { parts: 3, race: true };
const TWO_MAPS: SeriesFormat = { parts: 2, race: false };
const series = (rest: Partial<EsportsResult> = {}): EsportsResult => ({
  home: 'A',
  away: 'B',
  day: 0,
  format: BEST_OF_THREE,
  ending: 'completed',
  homeMaps: 2,
  awayMaps: 0,
  ...rest,
});

describe('an esports model', () => {
  it('has three outcomes if a series can end level, otherwise two', () => {
    const esports = createEsports();
    const even = esports.forecast(series({ format: TWO_MAPS })).outcomes;
    expect(even.home).toBeCloseTo(even.away, 12);
    // Maps are correlated, so draws are less frequent than the half of two coin tosses.
    expect(even.draw).toBeGreaterThan(0.3);
    expect(even.draw).toBeLessThan(0.5);
    expect(esports.forecast(series()).outcomes.draw).toBe(0);
  });

  it('learns from maps: more from 2-0 than from 2-1, nothing from a forfeit before the first', () => {
    const after = (rest: Partial<EsportsResult>) => {
      const esports = createEsports();
      esports.learn(series(rest));
      return esports.forecast(series()).outcomes.home;
    };
    expect(after({})).toBeGreaterThan(after({ awayMaps: 1 }));
    expect(after({ awayMaps: 1 })).toBeGreaterThan(0.5);
    expect(after({ ending: 'forfeit', homeMaps: 0 })).toBeCloseTo(0.5, 12);
    expect(after({ ending: 'forfeit', homeMaps: 1 })).toBeGreaterThan(0.5);
  });

  it('rejects impossible input without a change, and resumes from its state as JSON', () => {
    const esports = createEsports();
    for (const rest of [
      { away: 'A' },
      { homeMaps: 1 },
      { day: Number.NaN },
      { format: { parts: 2, race: true } },
      { homeMaps: Number.NaN },
    ])
      expect(() => esports.learn(series(rest))).toThrow(RangeError);
    expect(esports.state()).toEqual({ teams: [] });
    esports.learn(series());
    const again = createEsports(JSON.parse(JSON.stringify(esports.state())));
    expect(again.forecast(series({ day: 9 }))).toEqual(esports.forecast(series({ day: 9 })));
  });
});

/** Forty teams whose strengths change slightly every day, in series of all formats; the true strengths are random. */
function* simulatedLeague(key: string): Generator<{ result: EsportsResult; map: number }> {
  const random = randomFrom(key);
  const strengths = Array.from({ length: 40 }, () => 0.8 * normal(random));
  for (let day = 0; day < 600; day++) {
    for (const [i, strength] of strengths.entries()) strengths[i] = strength * 0.9995 + 0.0316 * 0.8 * normal(random);
    for (let n = 0; n < 15; n++) {
      const a = Math.floor(random() * 40);
      const b = (a + 1 + Math.floor(random() * 39)) % 40;
      const map = logistic(strengths[a]! - strengths[b]! + Math.sqrt(0.2) * normal(random));
      const format = [BEST_OF_THREE, TWO_MAPS, { parts: 5, race: true }][n % 3]!;
      const maps: [number, number] = [0, 0];
      const isOver = () => (format.race ? Math.max(...maps) > format.parts / 2 : maps[0] + maps[1] === format.parts);
      while (!isOver()) maps[random() < map ? 0 : 1]++;
      const expected = logistic(strengths[a]! - strengths[b]!);
      yield { result: series({ home: `T${a}`, away: `T${b}`, day, format, homeMaps: maps[0], awayMaps: maps[1] }), map: expected };
    }
  }
}

describe('in a simulated league', () => {
  const esports = createEsports();
  const wins: TwoWayForecast[] = [];
  const draws: TwoWayForecast[] = [];
  const maps: { said: number; true: number }[] = [];
  let waiting: EsportsResult[] = [];
  for (const { result, map } of simulatedLeague('esports league')) {
    // A day's results are learned after all its forecasts.
    if (waiting.length > 0 && waiting[0]!.day !== result.day) {
      for (const earlier of waiting) esports.learn(earlier);
      waiting = [];
    }
    waiting.push(result);
    if (result.day < 200) continue;
    const { outcomes, distance } = esports.forecast(result);
    maps.push({ said: distance.total, true: Math.log(map / (1 - map)) });
    if (result.format.race) wins.push({ p: outcomes.home, won: result.homeMaps > result.awayMaps });
    else draws.push({ p: outcomes.draw, won: result.homeMaps === result.awayMaps });
  }

  it('follows the strengths', () => {
    const moment = (value: (pair: (typeof maps)[number]) => number) => maps.reduce((sum, pair) => sum + value(pair), 0) / maps.length;
    const correlation = moment((m) => m.said * m.true) / Math.sqrt(moment((m) => m.said ** 2) * moment((m) => m.true ** 2));
    expect(correlation).toBeGreaterThan(0.9);
    // Forecast distances match true ones: neither over- nor underconfident.
    expect(moment((m) => m.said * m.true) / moment((m) => m.said ** 2)).toBeGreaterThan(0.93);
    expect(moment((m) => m.said * m.true) / moment((m) => m.said ** 2)).toBeLessThan(1.07);
  });

  it('is calibrated for winners and for draws, and far better than a coin', () => {
    const [won, drawn] = [twoWayScores(wins), twoWayScores(draws)];
    expect(won.calibrationError).toBeLessThan(1.6 * won.calibrationNoise);
    expect(drawn.calibrationError).toBeLessThan(1.6 * drawn.calibrationNoise);
    const { difference, standardError } = logLossDifference(
      wins,
      wins.map((forecast) => ({ ...forecast, p: 0.5 })),
    );
    expect(difference).toBeLessThan(-10 * standardError);
  });
});
