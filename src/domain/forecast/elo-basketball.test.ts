import { describe, expect, it } from 'vitest';
import { normal, randomFrom } from '#demo/seeded-random.ts';
import { type BasketballResult, createBasketball } from './elo-basketball.ts';
import { marginOver } from './elo-basketball-points.ts';
import { ELO_POINTS, logistic } from './elo-rating.ts';
import { logLossDifference, type TwoWayForecast, twoWayScores } from './two-way-scores.ts';

const game = (rest: Partial<BasketballResult> = {}): BasketballResult => ({
  home: 'A',
  away: 'B',
  day: 0,
  season: '2025',
  homePoints: 110,
  awayPoints: 100,
  ...rest,
});
const neutral = { isNeutral: true };
const strengthOf = (basketball: ReturnType<typeof createBasketball>, rest: Partial<BasketballResult> = {}) =>
  basketball.forecast(game({ ...neutral, ...rest })).expected.margin;

describe('a basketball model', () => {
  it('starts with a home advantage of 3 points, and none on neutral ground', () => {
    const basketball = createBasketball();
    expect(basketball.forecast(game(neutral)).outcomes.home).toBeCloseTo(0.5, 12);
    const { expected, margin, outcomes } = basketball.forecast(game());
    expect(expected.margin).toBe(3);
    expect(margin.fromHome).toBe(3);
    // Variance of chance 11.2^2, of two newcomers 17 each and of home advantage 1: 160.44. Logistic of 3 pi / (sqrt(3) sqrt(160.44)).
    expect(expected.marginDeviation).toBeCloseTo(Math.sqrt(160.44), 9);
    expect(outcomes.home).toBeCloseTo(logistic((3 * Math.PI) / Math.sqrt(3 * 160.44)), 9);
  });

  it('moves by a Kalman step worked out by hand', () => {
    const basketball = createBasketball();
    basketball.learn(game(neutral));
    // The first error is 10; each newcomer takes 17 / (125.44 + 34) of it.
    expect(strengthOf(basketball)).toBeCloseTo((2 * 17 * 10) / 159.44, 9);
    expect(basketball.forecast(game(neutral)).margin.deviation).toBeCloseTo(Math.sqrt(2 * (17 - 17 ** 2 / 159.44)), 9);
    expect(basketball.forecast(game()).margin.fromHome).toBe(3);
  });

  it('forecasts the same game from the other side as its mirror on neutral ground', () => {
    const basketball = createBasketball();
    for (let n = 0; n < 5; n++) basketball.learn(game({ day: n, homePoints: 100 + 3 * n + 1 }));
    const [one, other] = [basketball.forecast(game(neutral)), basketball.forecast(game({ ...neutral, home: 'B', away: 'A' }))];
    expect(one.outcomes.home).toBeCloseTo(other.outcomes.away, 12);
    expect(one.outcomes.home + one.outcomes.away).toBeCloseTo(1, 12);
    expect(one.expected.margin).toBeCloseTo(-other.expected.margin, 12);
    expect(one.expected.total).toBeCloseTo(other.expected.total!, 12);
  });

  it('learns more from larger margins, and more about newcomers than about established teams', () => {
    const after = (points: number) => {
      const basketball = createBasketball();
      basketball.learn(game({ ...neutral, homePoints: 100 + points }));
      return strengthOf(basketball);
    };
    expect(after(20)).toBeGreaterThan(after(2));
    const basketball = createBasketball();
    for (let n = 0; n < 200; n++) basketball.learn(game({ ...neutral, day: 2 * n, homePoints: n % 2 ? 110 : 90 }));
    const before = strengthOf(basketball, { day: 400 });
    basketball.learn(game({ ...neutral, day: 400 }));
    expect(strengthOf(basketball, { day: 400 }) - before).toBeLessThan(after(10));
  });

  it('keeps 86% of a strength between seasons, with more uncertainty', () => {
    const basketball = createBasketball();
    for (let n = 0; n < 30; n++) basketball.learn(game({ ...neutral, day: 2 * n }));
    const [now, next] = ['2025', '2026'].map((season) => basketball.forecast(game({ ...neutral, day: 60, season })));
    expect(next!.expected.margin / now!.expected.margin).toBeCloseTo(0.86, 9);
    expect(next!.margin.deviation).toBeGreaterThan(now!.margin.deviation);
  });

  it('expects a team that joins in a later season to be weaker, but not one of the first season', () => {
    const basketball = createBasketball();
    for (let n = 0; n < 30; n++) basketball.learn(game({ ...neutral, day: n, homePoints: n % 2 ? 105 : 95 }));
    expect(strengthOf(basketball, { away: 'C' })).toBeCloseTo(strengthOf(basketball, { away: 'D' }), 9);
    const joins = strengthOf(basketball, { away: 'C', season: '2026' }) - strengthOf(basketball, { away: 'B', season: '2026' });
    expect(joins).toBeGreaterThan(3);
  });

  it('expects points consistent with the outcomes', () => {
    const basketball = createBasketball();
    expect(basketball.forecast(game()).expected.total).toBeNull();
    for (let n = 0; n < 50; n++) basketball.learn(game({ day: n }));
    const { outcomes, expected } = basketball.forecast(game({ day: 51 }));
    expect(marginOver(expected, 0)).toBeCloseTo(outcomes.home, 9);
    expect(expected.home! + expected.away!).toBeCloseTo(expected.total!, 9);
    expect(expected.home! - expected.away!).toBeCloseTo(expected.margin, 9);
    expect(expected.total).toBeCloseTo(210, 9);
  });

  it('rejects impossible input without a change, and resumes from its state as JSON', () => {
    const basketball = createBasketball();
    const before = JSON.stringify(basketball.state());
    for (const rest of [
      { away: 'A' },
      { homePoints: 100 },
      { homePoints: -1 },
      { homePoints: 1e9 },
      { awayPoints: Number.NaN },
      { day: Number.NaN },
    ])
      expect(() => basketball.learn(game(rest))).toThrow(RangeError);
    expect(JSON.stringify(basketball.state())).toBe(before);
    for (let n = 0; n < 5; n++) basketball.learn(game({ day: n }));
    const again = createBasketball(JSON.parse(JSON.stringify(basketball.state())));
    expect(again.forecast(game({ day: 9 }))).toEqual(basketball.forecast(game({ day: 9 })));
  });

  it('stays finite when one side always wins by a hundred', () => {
    const basketball = createBasketball();
    for (let n = 0; n < 500; n++) basketball.learn(game({ day: n, homePoints: 200 }));
    const { outcomes, expected, margin } = basketball.forecast(game({ day: 500 }));
    for (const value of [...Object.values(outcomes), ...Object.values(expected), ...Object.values(margin)])
      expect(value).toSatisfy(Number.isFinite);
    expect(outcomes.home).toBeGreaterThan(0.95);
  });
});

const TEAMS = 30;
const HOME_LEAD = 2.2;
const DEVIATION = 12;

/**
 * Six seasons of 30 teams with 82 games each, in points. The lead is the difference in strength, home advantage and chance; teams differ in
 * pace.
 */
function* simulatedLeague(key: string): Generator<{ result: BasketballResult; lead: number; total: number }> {
  const random = randomFrom(key);
  const teams = Array.from({ length: TEAMS }, () => ({ strength: 4.6 * normal(random), pace: 4 * normal(random) }));
  for (let season = 0; season < 6; season++) {
    for (const team of teams) team.strength = 0.8 * team.strength + 0.6 * 4.6 * normal(random);
    for (let round = 0; round < 82; round++) {
      const order = teams.map((_, i) => ({ i, at: random() })).sort((x, y) => x.at - y.at);
      for (let n = 0; n < TEAMS; n += 2) {
        const [home, away] = [order[n]!.i, order[n + 1]!.i];
        const lead = teams[home]!.strength - teams[away]!.strength + HOME_LEAD;
        const total = 220 + teams[home]!.pace + teams[away]!.pace;
        const margin = Math.round(lead + DEVIATION * normal(random)) || (random() < 0.5 ? 3 : -3);
        const homePoints = Math.round((total + 18 * normal(random) + margin) / 2);
        const day = season * 365 + 2 * round;
        yield {
          result: game({ home: `T${home}`, away: `T${away}`, day, season: `${season}`, homePoints, awayPoints: homePoints - margin }),
          lead,
          total,
        };
      }
    }
  }
}

/** Plain Elo with k 20 and a home advantage of 100 points. */
function plainElo() {
  const teams = new Map<string, number>();
  return ({ home, away, homePoints, awayPoints }: BasketballResult): number => {
    const [h, a] = [teams.get(home) ?? 0, teams.get(away) ?? 0];
    const p = logistic((h - a + 100) / ELO_POINTS);
    const step = 20 * ((homePoints > awayPoints ? 1 : 0) - p);
    teams.set(home, h + step).set(away, a - step);
    return p;
  };
}

describe('in a simulated league', () => {
  const basketball = createBasketball();
  const wins: TwoWayForecast[] = [];
  const constant: TwoWayForecast[] = [];
  const plain = plainElo();
  const said: { margin: number; lead: number; total: number; trueTotal: number }[] = [];
  for (const { result, lead, total } of simulatedLeague('basketball league')) {
    const p = plain(result);
    if (Number(result.season) >= 2) {
      constant.push({ p, won: result.homePoints > result.awayPoints });
      const { outcomes, expected } = basketball.forecast(result);
      wins.push({ p: outcomes.home, won: result.homePoints > result.awayPoints });
      said.push({ margin: expected.margin, lead, total: expected.total!, trueTotal: total });
    }
    basketball.learn(result);
  }
  const moment = (value: (pair: (typeof said)[number]) => number) => said.reduce((sum, pair) => sum + value(pair), 0) / said.length;

  it('is calibrated, far better than home advantage alone, and better than plain Elo', () => {
    const scores = twoWayScores(wins);
    expect(scores.calibrationError).toBeLessThan(1.6 * scores.calibrationNoise);
    const gainOn = (theirs: readonly TwoWayForecast[]) => logLossDifference(wins, theirs);
    const share = wins.filter(({ won }) => won).length / wins.length;
    const byShare = wins.map(({ won }) => ({ won, p: share }));
    expect(gainOn(byShare).difference).toBeLessThan(-6 * gainOn(byShare).standardError);
    // The probability above 0 of the normal distribution, approximated by a logistic: the best forecast for known strengths.
    const known = said.map(({ lead }, i) => ({ won: wins[i]!.won, p: logistic((1.702 * lead) / DEVIATION) }));
    expect(gainOn(known).difference).toBeLessThan(-0.5 * gainOn(byShare).difference);
    expect(gainOn(constant).difference).toBeLessThan(-2 * gainOn(constant).standardError);
  });

  it('expects the margins and totals of the simulation', () => {
    expect(moment(({ margin, lead }) => margin - lead)).toBeCloseTo(0, 0);
    expect(Math.sqrt(moment(({ margin, lead }) => (margin - lead) ** 2))).toBeLessThan(3.2);
    const scale = moment(({ margin, lead }) => margin * lead) / moment(({ margin }) => margin ** 2);
    expect(scale).toBeGreaterThan(0.9);
    expect(scale).toBeLessThan(1.1);
    expect(Math.sqrt(moment(({ total, trueTotal }) => (total - trueTotal) ** 2))).toBeLessThan(4);
  });

  it('learns the home advantage and the deviation of its own league', () => {
    const { margin, expected } = basketball.forecast(game({ home: 'T0', away: 'T1', day: 2_000, season: '5' }));
    expect(expected.marginDeviation).toBeGreaterThan(11.5);
    expect(expected.marginDeviation).toBeLessThan(13);
    expect(margin.fromHome).toBeGreaterThan(HOME_LEAD - 0.8);
    expect(margin.fromHome).toBeLessThan(HOME_LEAD + 0.8);
  });
});
