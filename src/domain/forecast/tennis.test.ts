import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normal, type Random, randomFrom } from '#demo/seeded-random.ts';
import { SURFACES, type Surface } from '#domain/matches/sport.ts';
import { logistic } from './elo-rating.ts';
import { createTennis, type TennisFixture, type TennisResult } from './tennis.ts';
import type { TennisParameters } from './tennis-parameters.ts';
import { logLossDifference, type TwoWayForecast, twoWayScores } from './two-way-scores.ts';

const fixture = (home: string, away: string, rest: Partial<TennisFixture> = {}): TennisFixture => ({
  home,
  away,
  day: 0,
  surface: 'hard',
  bestOf: 3,
  ...rest,
});
const won = (home: string, away: string, rest: Partial<TennisResult> = {}): TennisResult => ({
  ...fixture(home, away),
  ending: 'completed',
  homeSets: 2,
  awaySets: 0,
  ...rest,
});
const homeWins = (tennis: ReturnType<typeof createTennis>, rest: Partial<TennisFixture> = {}) =>
  tennis.forecast(fixture('A', 'B', rest)).outcomes.home;

const anyRank = fc.option(fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.double()));
const anyResult: fc.Arbitrary<TennisResult> = fc
  .record({
    day: fc.integer({ min: -10_000, max: 30_000 }),
    surface: fc.constantFrom(...SURFACES),
    players: fc.constantFrom(...(['AB', 'BA', 'AC', 'CB', 'BD', 'DA'] as const)),
    homeRank: anyRank,
    awayRank: anyRank,
    score: fc.constantFrom(
      ...([
        [3, 2, 0],
        [3, 2, 1],
        [3, 0, 2],
        [5, 3, 2],
        [5, 0, 3],
      ] as const),
    ),
  })
  .map(({ players, score: [bestOf, homeSets, awaySets], ...rest }) =>
    won(players[0]!, players[1]!, { ...rest, bestOf, homeSets, awaySets }),
  );

describe('a tennis model', () => {
  it('rates two unknown players even, and favours the better rank, more so over five sets', () => {
    const tennis = createTennis();
    expect(homeWins(tennis)).toBeCloseTo(0.5, 12);
    const three = homeWins(tennis, { homeRank: 5, awayRank: 50 });
    expect(three).toBeGreaterThan(0.52);
    expect(homeWins(tennis, { homeRank: 5, awayRank: 50, bestOf: 5 })).toBeGreaterThan(three);
  });

  it('learns from a win, most on its own surface, and less from a retirement', () => {
    const after = (result: TennisResult, surface: Surface) => {
      const tennis = createTennis();
      tennis.learn(result);
      return homeWins(tennis, { surface });
    };
    expect(after(won('A', 'B'), 'hard')).toBeGreaterThan(after(won('A', 'B'), 'clay'));
    expect(after(won('A', 'B'), 'clay')).toBeGreaterThan(0.5);
    const oneSet = after(won('A', 'B', { ending: 'retired', homeSets: 1 }), 'hard');
    expect(oneSet).toBeGreaterThan(0.5);
    expect(oneSet).toBeLessThan(after(won('A', 'B'), 'hard'));
  });

  it('learns nothing from a walkover, or from a retirement before the first set was over', () => {
    const tennis = createTennis();
    tennis.learn(won('A', 'B', { ending: 'walkover', homeSets: 0 }));
    tennis.learn(won('A', 'B', { ending: 'retired', homeSets: 0 }));
    expect(tennis.state()).toEqual({ players: [] });
    expect(tennis.forecast(fixture('A', 'B')).pastMatchesFewest).toBe(0);
  });

  it('is more certain about players it has seen, and less so after an absence', () => {
    const tennis = createTennis();
    for (let day = 0; day < 30; day++) tennis.learn(won(day % 2 ? 'A' : 'B', day % 2 ? 'B' : 'A', { day, awaySets: day % 2 }));
    const deviation = (home: string, away: string, day: number) => tennis.forecast(fixture(home, away, { day })).distance.deviation;
    expect(deviation('A', 'B', 30)).toBeLessThan(deviation('A', 'C', 30));
    expect(deviation('A', 'B', 30)).toBeLessThan(deviation('A', 'B', 200));
    expect(tennis.forecast(fixture('A', 'B', { day: 30 })).pastMatchesFewest).toBe(30);
  });

  it('is symmetric in the players, adds up, and is never NaN, after any history', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 40 }), anyResult, (results, next) => {
        const tennis = createTennis();
        for (const result of results) tennis.learn(result);
        const { outcomes, scores, expected } = tennis.forecast(next);
        const turned = { ...next, home: next.away, away: next.home, homeRank: next.awayRank, awayRank: next.homeRank };
        expect(tennis.forecast(turned).outcomes.away).toBeCloseTo(outcomes.home, 9);
        expect(outcomes.home + outcomes.away).toBeCloseTo(1, 12);
        expect(outcomes.draw).toBe(0);
        expect(scores.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
        expect(expected.home + expected.away).toBeGreaterThanOrEqual(next.bestOf === 3 ? 2 : 3);
        for (const [, { rating }] of tennis.state().players)
          for (const [i, row] of rating.covariance.entries()) expect(row[i]).toBeGreaterThan(0);
      }),
    );
  });

  it('learns more from games than from sets alone, and from the rank of a player nobody has seen', () => {
    const after = (games?: [number, number]) => {
      const tennis = createTennis();
      tennis.learn(won('A', 'B', { homeRank: 60, awayRank: 60, ...(games && { games }) }));
      return homeWins(tennis, { homeRank: 60, awayRank: 60 });
    };
    expect(after([12, 1])).toBeGreaterThan(after());
    expect(after([14, 12])).toBeLessThan(after());
    expect(after([14, 12])).toBeGreaterThan(0.5);
  });

  it('expects less of a player who is tired, has been away or has just given up, and more of one who knows the courts', () => {
    const against = (rest: Partial<TennisFixture>, past: Partial<TennisResult> = {}) => {
      const tennis = createTennis();
      tennis.learn(won('A', 'X', { homeSets: 2, awaySets: 1, games: [15, 14], tournament: 'T', ...past }));
      return tennis.forecast(fixture('A', 'B', { day: 1, ...rest })).distance.fromCondition;
    };
    expect(against({ tournament: 'T' })).toBeGreaterThan(against({ tournament: 'U' }));
    expect(against({ day: 1 }, { games: [22, 23] })).toBeLessThan(against({ day: 1 }));
    expect(against({ day: 300 })).toBeLessThan(against({ day: 20 }));
    const retired = { ending: 'retired', homeSets: 1, awaySets: 1 } as const;
    expect(against({}, { ...retired, gaveUp: 'home' })).toBeLessThan(against({}, { ...retired, gaveUp: 'away' }));
  });

  it('expects retirements of those who have retired, and more of them over five sets', () => {
    const tennis = createTennis();
    const before = tennis.forecast(fixture('A', 'B')).retirement;
    // 1 / (1 + e^(4.92 - 36.6 / 50)) of a player nobody has seen.
    expect(before.home).toBeCloseTo(0.01495, 4);
    expect(tennis.forecast(fixture('A', 'B', { bestOf: 5 })).retirement.home).toBeGreaterThan(before.home);
    for (let day = 0; day < 3; day++)
      tennis.learn(won('A', 'C', { day: 30 * day, ending: 'retired', homeSets: 0, games: [2, 3], gaveUp: 'home' }));
    const { home, away } = tennis.forecast(fixture('A', 'B', { day: 200 })).retirement;
    expect(home).toBeGreaterThan(2 * away);
  });

  it('takes an unknown surface for hard, and forecasts players without ranks', () => {
    const tennis = createTennis();
    tennis.learn(won('A', 'B', { surface: null }));
    expect(homeWins(tennis, { surface: null })).toBe(homeWins(tennis, { surface: 'hard' }));
    expect(homeWins(tennis)).toBeGreaterThan(0.5);
  });

  it('resumes from its state as JSON without a difference', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { minLength: 1, maxLength: 20 }), anyResult, (results, next) => {
        const tennis = createTennis();
        for (const result of results) tennis.learn(result);
        const again = createTennis(JSON.parse(JSON.stringify(tennis.state())));
        expect(again.forecast(next)).toEqual(tennis.forecast(next));
      }),
    );
  });

  it('rejects impossible input without a change', () => {
    const tennis = createTennis();
    const impossible: TennisResult[] = [
      won('A', 'A'),
      won('A', 'B', { homeSets: 1 }),
      won('A', 'B', { homeSets: 3 }),
      won('A', 'B', { homeSets: 2, awaySets: 2 }),
      won('A', 'B', { ending: 'retired' }),
      won('A', 'B', { homeSets: Number.NaN }),
      won('A', 'B', { day: Number.NaN }),
      won('A', 'B', { games: [12.5, 3] }),
      won('A', 'B', { games: [-1, 3] }),
      won('A', 'B', { games: [900, 3] }),
      won('A', 'B', { surface: 'carpet' as Surface }),
    ];
    for (const result of impossible) expect(() => tennis.learn(result)).toThrow(RangeError);
    expect(tennis.state()).toEqual({ players: [] });
  });
});

/** A tour of 60 players with random strengths, which differ between clay and hard courts. */
function simulatedTour(random: Random) {
  const players = Array.from({ length: 60 }, (_, i) => {
    const overall = 0.8 * normal(random);
    return { name: `P${i}`, on: { hard: overall + 0.4 * normal(random), clay: overall + 0.4 * normal(random) } };
  });
  return (day: number): { result: TennisResult; p: number } => {
    const [a, b] = [players[Math.floor(random() * 60)]!, players[Math.floor(random() * 60)]!];
    if (a === b) return { result: won('P0', 'P1', { ending: 'walkover', homeSets: 0 }), p: 0.5 };
    const surface = random() < 0.5 ? 'hard' : 'clay';
    const set = logistic(a.on[surface] - b.on[surface]);
    const sets = [0, 0] as [number, number];
    while (Math.max(...sets) < 2) sets[random() < set ? 0 : 1]++;
    return { result: won(a.name, b.name, { day, surface, homeSets: sets[0], awaySets: sets[1] }), p: set ** 2 * (3 - 2 * set) };
  };
}

// Players on this tour have no ranks, daily form or progress, and nothing that they did lately matters.
const PARAMETERS: TennisParameters = {
  rankSlope: 0,
  rankShift: 1,
  unranked: 400,
  newcomerDeviation: 0.9,
  newcomerDeviationWithoutRank: 0.9,
  hardAndClay: 0.8,
  hardAndGrass: 0.8,
  clayAndGrass: 0.8,
  dailyVariance: 0.00001,
  daysMax: 365,
  rankVariance: 1,
  rising: 0,
  gameScale: 0.24,
  gameWeight: 1.3,
  learningVariance: 0.01,
  dayVariance: 0.01,
  dayVarianceOfFive: 0.01,
  retiredShare: 0.5,
  condition: { fatigue: 0, fatigueDays: 1, activity: 0, activityDays: 1, acclimatised: 0, absence: 0, injury: 0 },
};

describe('on a simulated tour', () => {
  it('finds the strengths by surface: close to the true probabilities, calibrated, and better than without surfaces', () => {
    const next = simulatedTour(randomFrom('tennis tour'));
    const [ours, blind] = [createTennis(undefined, PARAMETERS), createTennis(undefined, { ...PARAMETERS, hardAndClay: 1 })];
    const said: Record<'ours' | 'blind' | 'known', TwoWayForecast[]> = { ours: [], blind: [], known: [] };
    for (let n = 0; n < 12_000; n++) {
      const { result, p } = next(Math.floor(n / 20));
      if (result.ending === 'walkover') continue;
      const hasWon = result.homeSets > result.awaySets;
      if (n >= 6_000) {
        said.ours.push({ p: ours.forecast(result).outcomes.home, won: hasWon });
        said.blind.push({ p: blind.forecast(result).outcomes.home, won: hasWon });
        said.known.push({ p, won: hasWon });
      }
      ours.learn(result);
      blind.learn(result);
    }
    const scores = twoWayScores(said.ours);
    expect(twoWayScores(said.known).logLoss).toBeLessThan(0.56);
    expect(logLossDifference(said.ours, said.known).difference).toBeLessThan(0.01);
    const { difference, standardError } = logLossDifference(said.ours, said.blind);
    expect(difference).toBeLessThan(-4 * standardError);
    expect(scores.calibrationError).toBeLessThan(1.6 * scores.calibrationNoise);
  });
});
