import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { PRICE_BASES, STATISTICS_BASES } from './bases.ts';
import { createCombinedModel } from './combined-model.ts';
import { createDixonColes } from './dixon-coles.ts';
import { meanOf, outcomeOf, rankedProbabilityScore } from './evaluate.ts';
import { createFootballModel, matrixOf } from './football-model.ts';
import type { Fixture, PlayedMatch } from './played-match.ts';
import { outcomesOf } from './score-matrix.ts';
import { createTeamFilter } from './team-filter.ts';
import { playTestLeague } from './test-league.ts';
import { walkForward } from './walk-forward.ts';

const nowhere = () => null;
const create = () => createFootballModel([...STATISTICS_BASES, ...PRICE_BASES], nowhere);
const league = playTestLeague(randomFrom('football model'), { teams: 10, seasons: 8 });
const all = () => true;

describe('the football model', () => {
  it('beats the outcome frequencies, and is beaten by the true probabilities', () => {
    const asked = [...walkForward(league, create(), (match) => match.season >= 2014)];
    const scores = asked.map(({ match, forecast }) =>
      rankedProbabilityScore({ forecast: forecast.outcomes, outcome: outcomeOf(...match.goals) }),
    );
    const frequencies = { home: 0.44, draw: 0.25, away: 0.31 };
    const naive = asked.map(({ match }) => rankedProbabilityScore({ forecast: frequencies, outcome: outcomeOf(...match.goals) }));
    const better = meanOf(scores.map((score, i) => score - naive[i]!));
    expect(better.mean).toBeLessThan(-2 * better.standardError);
  });

  // A forecast uses data up to the day before, so it must be bit-identical whatever the later matches are.
  it('uses no data from the forecast day or later', () => {
    const days = [...new Set(league.map(({ day }) => day))];
    const cut = days[Math.floor(days.length * 0.8)]!;
    const random = randomFrom('poison');
    const poisoned = league.map((match): PlayedMatch => {
      if (match.day < cut) return match;
      const goals = () => Math.floor(9 * random());
      return {
        ...match,
        goals: [goals(), goals()],
        halfTime: null,
        shots: [30, 0],
        shotsOnTarget: [30, 0],
        corners: [0, 9],
        closing: [5, 5],
      };
    });
    const forecasts = (matches: PlayedMatch[]) =>
      [...walkForward(matches, create(), ({ day }) => day <= cut)].map(({ forecast }) => [forecast.outcomes, forecast.rates]);
    const expected = forecasts(league);
    expect(expected.length).toBeGreaterThan(500);
    expect(forecasts(poisoned)).toEqual(expected);
    expect(forecasts(league.filter(({ day }) => day <= cut))).toEqual(expected);
  });

  it('is deterministic', () => {
    const some = league.slice(0, 400);
    const forecasts = () => [...walkForward(some, create(), all)].map(({ forecast }) => forecast.outcomes);
    expect(forecasts()).toEqual(forecasts());
  });

  it('has a matrix consistent with its outcomes', () => {
    for (const { forecast } of walkForward(league.slice(0, 300), create(), all)) {
      const told = outcomesOf(matrixOf(forecast));
      expect(told.home).toBeCloseTo(forecast.outcomes.home, 9);
      expect(told.draw).toBeCloseTo(forecast.outcomes.draw, 9);
    }
  });

  it('supports leagues with goals alone, newcomers, and unknown leagues', () => {
    const bare = playTestLeague(randomFrom('bare'), { division: 'B', teams: 8, seasons: 3, counts: false });
    const model = create();
    for (const { forecast } of walkForward(bare, model, all)) expect(Number.isFinite(forecast.outcomes.home)).toBe(true);
    const unknown: Fixture = { day: bare.at(-1)!.day + 1, division: 'never', season: 2030, home: 'x', away: 'y' };
    const forecast = model.forecast(unknown);
    expect(forecast.pastMatchesFewest).toBe(0);
    expect(forecast.outcomes.home).toBeGreaterThan(forecast.outcomes.away);
    expect(forecast.outcomes.home).toBeLessThan(0.6);
  });

  it('returns valid probabilities for any input', () => {
    const count = fc.integer({ min: 0, max: 40 });
    const pair = fc.option(fc.tuple(count, count), { nil: null });
    const match = fc.record({
      day: fc.integer({ min: 10_000, max: 10_400 }),
      division: fc.constantFrom('A', 'B'),
      season: fc.constantFrom(2010, 2011),
      home: fc.constantFrom('a', 'b', 'c'),
      away: fc.constantFrom('d', 'e'),
      goals: fc.tuple(count, count),
      ...{ halfTime: pair, shots: pair, shotsOnTarget: pair, corners: pair, redCards: pair },
      closing: fc.option(fc.tuple(fc.double({ min: 0.05, max: 8, noNaN: true }), fc.double({ min: 0.05, max: 8, noNaN: true })), {
        nil: null,
      }),
    });
    fc.assert(
      fc.property(fc.array(match, { maxLength: 40 }), (matches) => {
        for (const { forecast } of walkForward(matches, create(), all)) {
          const { home, draw, away } = forecast.outcomes;
          expect(Math.min(home, draw, away)).toBeGreaterThan(0);
          expect(home + draw + away).toBeCloseTo(1, 9);
          expect(matrixOf(forecast).every((p) => p >= 0)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the combined model', () => {
  it('equals the model without a market, and learns the weight of the market', () => {
    const random = randomFrom('market');
    const combined = createCombinedModel(create());
    const fixture = league.at(-1)!;
    expect(combined.forecast(fixture, null).outcomes).toEqual(combined.forecast(fixture, null).model.outcomes);
    // A market without information: the weight must shift to the model.
    const market = () => ({ outcomes: { home: 0.3 + 0.1 * random(), draw: 0.3, away: 0.3 }, over25: null });
    const teams = [...new Set(league.map(({ home }) => home))];
    for (const match of league.slice(0, -1)) {
      combined.startSeason(match.division, match.season, teams);
      combined.learn([{ match, market: market() }]);
    }
    const ignorant = { outcomes: { home: 0.33, draw: 0.33, away: 0.34 }, over25: null };
    expect(combined.forecast(fixture, ignorant).outcomes.home).toBeCloseTo(0.33, 1);
    combined.train(fixture.day + 1);
    const { outcomes, model } = combined.forecast(fixture, ignorant);
    expect(Math.abs(outcomes.home - model.outcomes.home)).toBeLessThan(Math.abs(0.33 - model.outcomes.home));
  });
});

describe('a cup', () => {
  const place = (division: string) => (division === 'Cup' ? null : { country: 'x', tier: Number(division.slice(1)) });
  const divisions = ['D0', 'D1', 'D2'];
  const model = createFootballModel(STATISTICS_BASES, place);
  const seasons = divisions.map((division) => playTestLeague(randomFrom(division), { division, teams: 10, seasons: 3 }));
  for (const _ of walkForward(
    seasons.flat().toSorted((a, b) => a.day - b.day),
    model,
    () => false,
  ));
  const last = seasons[0]!.at(-1)!;
  model.train(last.day + 1);
  const tie = (home: string, away: string, neutral = false): Fixture => ({
    day: last.day + 3,
    division: 'Cup',
    season: last.season,
    home,
    away,
    neutral,
  });

  it('expects a side of the first division to beat an equally rated one of the third, away, too', () => {
    const between = (home: string, away: string) => model.forecast(tie(home, away)).outcomes;
    const level = between('D0 team 5', 'D0 team 4');
    const visiting = between('D2 team 5', 'D0 team 5');
    const hosting = between('D0 team 5', 'D2 team 5');
    expect(visiting.away).toBeGreaterThan(0.5);
    expect(hosting.home).toBeGreaterThan(level.home + 0.15);
    expect(between('D1 team 5', 'D0 team 5').away).toBeLessThan(visiting.away);
    expect(model.forecast(tie('D0 team 9', 'D2 team 9')).rates.home).toBeGreaterThan(1.5);
  });

  it('has no home side on neutral ground: swapping the sides mirrors the forecast', () => {
    for (const [one, other] of [
      ['D0 team 5', 'D2 team 5'],
      ['D1 team 9', 'D1 team 0'],
      ['D0 team 3', 'unknown'],
    ] as const) {
      const [there, back] = [model.forecast(tie(one, other, true)), model.forecast(tie(other, one, true))];
      expect(back.outcomes.away).toBeCloseTo(there.outcomes.home, 9);
      expect(back.outcomes.draw).toBeCloseTo(there.outcomes.draw, 9);
      expect(back.rates.away).toBeCloseTo(there.rates.home, 9);
      expect(there.outcomes.home).toBeLessThan(model.forecast(tie(one, other)).outcomes.home);
    }
  });

  it('rates a side no higher for beating one that is tiers below by as much as expected', () => {
    const filter = createTeamFilter(STATISTICS_BASES[1]!.settings);
    const fixture = { ...tie('a', 'b', true), tiersAbove: 2 };
    const { home, away } = filter.expect(fixture);
    expect(Math.exp(home)).toBeGreaterThan(1.8);
    filter.learn(fixture, { home: Math.exp(home), away: Math.exp(away), counted: false });
    expect(Math.abs(filter.expect(fixture).home - home)).toBeLessThan(0.01);
    expect(Math.abs(filter.expect(fixture).away - away)).toBeLessThan(0.01);
  });
});

it('Dixon and Coles recover the true strengths of a simulated league', () => {
  const model = createDixonColes();
  for (const { forecast } of walkForward(league, { forecast: (match) => model.expect(match), learn: model.learn }, all))
    expect(Number.isFinite(forecast.home)).toBe(true);
  const last = { ...league.at(-1)!, day: league.at(-1)!.day + 7 };
  const best = model.expect({ ...last, home: 'T1 team 9', away: 'T1 team 0' });
  const worst = model.expect({ ...last, home: 'T1 team 0', away: 'T1 team 9' });
  expect(best.home - best.away).toBeGreaterThan(0.9);
  expect(worst.home - worst.away).toBeLessThan(-0.4);
});
