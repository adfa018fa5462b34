import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAdjustment, needsSecondAdmin } from './ledger.ts';

describe('needsSecondAdmin', () => {
  it.each([
    [10_000, { user: 0, admin: 0 }, false],
    [10_001, { user: 0, admin: 0 }, true],
    [-10_001, { user: 0, admin: 0 }, true],
    [1, { user: 9_999, admin: 0 }, false],
    [1, { user: 10_000, admin: 0 }, true],
    [-1, { user: 0, admin: 10_000 }, true],
    [1, { user: 9_000, admin: 9_000 }, false],
  ])('of %i after %o: %s', (delta, before, expected) => {
    expect(needsSecondAdmin(delta, before, 10_000)).toBe(expected);
  });

  it('never lets adjustments made alone exceed the limit, for any user or admin', () => {
    const action = fc.record({ user: fc.integer({ min: 0, max: 2 }), admin: fc.integer({ min: 0, max: 2 }), delta: fc.integer() });
    fc.assert(
      fc.property(fc.array(action), fc.integer({ min: 0, max: 1_000_000 }), (actions, aloneMax) => {
        const [users, admins] = [
          [0, 0, 0],
          [0, 0, 0],
        ];
        for (const { user, admin, delta } of actions) {
          if (needsSecondAdmin(delta, { user: users[user]!, admin: admins[admin]! }, aloneMax)) continue;
          users[user]! += Math.abs(delta);
          admins[admin]! += Math.abs(delta);
        }
        expect(Math.max(...users, ...admins)).toBeLessThanOrEqual(aloneMax);
      }),
    );
  });
});

describe('checkAdjustment', () => {
  it.each([
    [0, 'admin_adjust', 100, 'invalid_payload'],
    [0, 'manual_adjust', 100, 'invalid_payload'],
    [-1, 'manual_adjust', 100, 'invalid_payload'],
    [1, 'manual_adjust', 0, null],
    [-100, 'admin_adjust', 100, null],
    [-101, 'admin_adjust', 100, 'insufficient_points'],
  ] as const)('of %i by %s with %i there: %s', (delta, source, balance, expected) => {
    expect(checkAdjustment({ delta, source }, balance)).toBe(expected);
  });
});
