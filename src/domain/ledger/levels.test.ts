import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type BetAction,
  EXPERIENCE_PER_DAY_MAX,
  experienceFor,
  LEVEL_EXPERIENCE,
  LEVELS,
  levelOf,
  nextLevel,
  remainingActions,
} from './levels.ts';

it('starts each level at its experience', () => {
  expect([0, 99, 100, 1_049, 1_050, 14_999, 15_000, 1e9].map(levelOf)).toEqual([
    'bronze_i',
    'bronze_i',
    'bronze_ii',
    'silver_i',
    'silver_ii',
    'diamond_i',
    'master_i',
    'master_i',
  ]);
  for (const level of LEVELS) expect(levelOf(LEVEL_EXPERIENCE[level])).toBe(level);
});

it('returns the next level', () => {
  expect(nextLevel(0)).toBe('bronze_ii');
  expect(nextLevel(100)).toBe('bronze_iii');
  expect(nextLevel(15_000)).toBeNull();
});

it('never falls as experience grows', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(500), (experience, more) => {
      expect(LEVELS.indexOf(levelOf(experience + more))).toBeGreaterThanOrEqual(LEVELS.indexOf(levelOf(experience)));
    }),
  );
});

it('gives experience for actions, up to 200 a day', () => {
  expect([experienceFor('bet_hit', 0), experienceFor('bet_missed', 0), experienceFor('check_in', 0)]).toEqual([30, 10, 5]);
  expect([experienceFor('bet_hit', 170), experienceFor('bet_hit', 171), experienceFor('check_in', 200)]).toEqual([30, 29, 0]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom('bet_hit' as const, 'bet_missed' as const, 'check_in' as const)), (actions) => {
      const earned = actions.reduce((today, action) => today + experienceFor(action, today), 0);
      expect(earned).toBeLessThanOrEqual(EXPERIENCE_PER_DAY_MAX);
    }),
  );
});

it('gives what a corrected bet did not earn before, and never takes', () => {
  const left = (earned: BetAction[], now: BetAction | null) => {
    const action = remainingActions(earned, now);
    return action === null ? 0 : experienceFor(action, 0);
  };
  expect([left([], 'bet_hit'), left([], 'bet_missed'), left([], null)]).toEqual([30, 10, 0]);
  expect([left(['bet_missed'], 'bet_hit'), left(['bet_missed'], 'bet_missed'), left(['bet_missed'], null)]).toEqual([20, 0, 0]);
  expect([left(['bet_hit'], 'bet_missed'), left(['bet_hit', 'bet_missed'], 'bet_hit'), left(['bet_hit'], null)]).toEqual([0, 0, 0]);
});
