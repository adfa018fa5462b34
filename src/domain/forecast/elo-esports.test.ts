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

  it('moves by a Kalman step worked out by hand', () => {
    const parameters = { newcomerVariance: 1, dailyLoss: 0, restingVariance: 0, dayVariance: 0, leagueVariance: 0, lengthWeight: 0 };
    const esports = createEsports(undefined, parameters);
    esports.learn(series());
    // Two maps won at 50%: slope 1, information 1/2, and a variance of 2 halve the step.
    expect(esports.forecast(series()).distance.total).toBeCloseTo(1, 12);
    expect(esports.state().teams[0]![1]).toMatchObject({ mean: 0.5, variance: 0.75, played: 1 });
  });

  it('forecasts the mirror of a series as the mirror of its forecast', () => {
    const esports = createEsports();
    esports.learn(series());
    esports.learn(series({ away: 'C', awayMaps: 1, day: 3 }));
    const [one, other] = [esports.forecast(series({ day: 5 })), esports.forecast(series({ day: 5, home: 'B', away: 'A' }))];
    expect(one.outcomes.home).toBeCloseTo(other.outcomes.away, 12);
    expect(one.outcomes.home + one.outcomes.draw + one.outcomes.away).toBeCloseTo(1, 12);
  });

  it('learns more from quick wins than from long ones, once it knows how long maps take', () => {
    const after = (seconds: number) => {
      const esports = createEsports();
      const lasting = (length: number, day: number) =>
        series({ home: 'C', away: 'D', day, maps: [true, true].map((homeHasWon) => ({ homeHasWon, seconds: length })) });
      esports.learn(lasting(2_000, 0));
      esports.learn({ ...lasting(seconds, 1), home: 'A', away: 'B' });
      return esports.forecast(series({ day: 1 })).outcomes.home;
    };
    expect(after(1_400)).toBeGreaterThan(after(2_000) + 0.01);
    expect(after(2_000)).toBeGreaterThan(after(2_900) + 0.01);
    expect(after(9_000)).toBeGreaterThan(0.5 - 1e-9);
  });

  it('learns in which leagues strengths decide', () => {
    const esports = createEsports();
    for (let day = 0; day < 60; day++) {
      esports.learn(series({ day, league: 'clear', home: 'A', away: 'B', homeMaps: 2, awayMaps: 0 }));
      const even = day % 2 === 0 ? { homeMaps: 2, awayMaps: 0 } : { homeMaps: 0, awayMaps: 2 };
      esports.learn(series({ day, league: 'coin', ...even, home: 'A', away: 'B' }));
    }
    const inLeague = (league: string) => esports.forecast(series({ day: 60, league })).outcomes.home;
    expect(inLeague('clear')).toBeGreaterThan(inLeague('coin') + 0.1);
  });

  it('forgets strengths with time', () => {
    const esports = createEsports();
    esports.learn(series());
    expect(esports.forecast(series({ day: 400 })).outcomes.home).toBeCloseTo(0.5, 2);
    expect(esports.forecast(series({ day: 1 })).outcomes.home).toBeGreaterThan(0.55);
  });

  it('rejects impossible input without a change, and resumes from its state as JSON', () => {
    const esports = createEsports();
    for (const rest of [
      { away: 'A' },
      { homeMaps: 1 },
      { day: Number.NaN },
      { format: { parts: 2, race: true } },
      { homeMaps: Number.NaN },
      { maps: [{ homeHasWon: true, seconds: 2_000 }] },
      { maps: [true, false].map((homeHasWon) => ({ homeHasWon, seconds: 2_000 })) },
      { maps: [0, -1].map((seconds) => ({ homeHasWon: true, seconds })) },
      { maps: [Number.NaN, 2_000].map((seconds) => ({ homeHasWon: true, seconds })) },
    ])
      expect(() => esports.learn(series(rest))).toThrow(RangeError);
    expect(esports.state()).toEqual({ teams: [], leagues: [], logSeconds: null });
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
  // The simulation's own parameters: those found on Dota and LoL are of games with other strengths.
  const esports = createEsports(undefined, {
    ...{ newcomerVariance: 0.64, dailyLoss: 0.0005, restingVariance: 0.64, dayVariance: 0.2 },
    ...{ leagueVariance: 0, lengthWeight: 0 },
  });
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
