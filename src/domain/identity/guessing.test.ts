import { expect, it } from 'vitest';
import { APP_CODES_AT_ONCE, APP_FAILURES_PER_DAY, CODE_FAILURES_PER_DAY, chanceOfGuessing } from './guessing.ts';

it('a sent code is guessed with a chance of 0.37% in a year of guessing at the full rate', () => {
  const chance = chanceOfGuessing({ perDay: CODE_FAILURES_PER_DAY, days: 365 });
  expect(chance).toBeCloseTo(0.003653, 6);
  // Without the daily cap, 25 guesses an hour were possible.
  expect(chanceOfGuessing({ perDay: 25 * 24, days: 365 })).toBeGreaterThan(0.19);
});

it('an authenticator code is guessed with a chance of 1.1% by an attacker who has the password', () => {
  expect(chanceOfGuessing({ perDay: APP_FAILURES_PER_DAY, days: 365, right: APP_CODES_AT_ONCE })).toBeCloseTo(0.01092, 5);
  // The earlier limit of ten tries in 15 minutes gave no real protection.
  expect(chanceOfGuessing({ perDay: 960, days: 365, right: APP_CODES_AT_ONCE })).toBeGreaterThan(0.6);
});

it('chanceOfGuessing grows with every guess, and never reaches certainty', () => {
  const chances = [1, 10, 100, 1_000, 10_000].map((perDay) => chanceOfGuessing({ perDay, days: 365 }));
  expect(chances).toEqual([...chances].sort((one, other) => one - other));
  expect(chances.every((chance) => chance > 0 && chance < 1)).toBe(true);
});
