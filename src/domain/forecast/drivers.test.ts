import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { type Drivers, driversOf, strengthOf } from './drivers.ts';
import { createFootballModel, matrixOf } from './football-model.ts';
import { expectedGoals } from './score-matrix.ts';
import { playTestLeague } from './test-league.ts';
import { walkForward } from './walk-forward.ts';

const total = (drivers: Drivers) => Object.values(drivers).reduce((sum, term) => sum + term, 0);

it('the strength of a side is that against an average one, whatever the opponent and the ground', () => {
  const parts = { level: 0.2, advantage: 0.3, homeAttack: 0.25, homeDefence: 0.35, awayAttack: 0, awayDefence: 0 };
  expect(strengthOf({ parts }, 'home').scored).toBeCloseTo(Math.exp(0.45), 12);
  expect(strengthOf({ parts }, 'home').conceded).toBeCloseTo(Math.exp(-0.15), 12);
  expect(strengthOf({ parts }, 'away')).toEqual({ scored: Math.exp(0.2), conceded: Math.exp(0.2) });
});

describe('goal drivers', () => {
  it('equal the terms of the ratings, computed by hand', () => {
    const leading = {
      home: 0.55,
      away: -0.25,
      parts: { level: 0.2, advantage: 0.3, homeAttack: 0.25, homeDefence: 0.35, awayAttack: 0.05, awayDefence: 0.05 },
      form: { homeAttack: 0.05, homeDefence: -0.05, awayAttack: 0.02, awayDefence: 0.01 },
    };
    const { home, away } = driversOf({
      leading,
      restEffects: { home: -0.02, away: 0.01 },
      expected: { home: Math.exp(0.6), away: Math.exp(-0.3) },
    });
    const expectedHome = { level: 0.2, home: 0.15, attack: 0.2, opponentDefence: -0.04, form: 0.04, rest: -0.02, other: 0.07 };
    const expectedAway = { level: 0.2, home: -0.15, attack: 0.03, opponentDefence: -0.4, form: 0.07, rest: 0.01, other: -0.06 };
    for (const [term, value] of Object.entries(expectedHome)) expect(home[term as keyof Drivers]).toBeCloseTo(value, 12);
    for (const [term, value] of Object.entries(expectedAway)) expect(away[term as keyof Drivers]).toBeCloseTo(value, 12);
  });

  const league = playTestLeague(randomFrom('drivers'), { teams: 10, seasons: 8 });
  const model = createFootballModel({ usesPrices: false, placeOf: () => null, formatOf: () => null });
  const walked = [...walkForward(league, model, () => false)];
  const last = league.at(-1)!;
  const tomorrow = { ...last, day: last.day + 4 };

  it('add up to the logarithm of the goals that the score matrix expects', () => {
    expect(walked).toEqual([]);
    model.train(tomorrow.day);
    const forecast = model.forecast(tomorrow);
    const expected = expectedGoals(matrixOf(forecast));
    const drivers = driversOf({ leading: forecast.leading, restEffects: model.restEffects(tomorrow), expected });
    expect(total(drivers.home)).toBeCloseTo(Math.log(expected.home), 12);
    expect(total(drivers.away)).toBeCloseTo(Math.log(expected.away), 12);
    expect(drivers.home.form).not.toBe(0);
  });

  it('include no rest effect after a week, but one after four days', () => {
    expect(Math.abs(model.restEffects(tomorrow).home)).toBeGreaterThan(0);
    const afterAWeek = { ...tomorrow, day: last.day + 7 };
    const { home, away } = model.restEffects(afterAWeek);
    expect([home, away]).toEqual([0, 0]);
  });
});
