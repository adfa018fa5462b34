import fc from 'fast-check';
import { expect, it } from 'vitest';
import { POINT_SOURCES } from './ledger.ts';
import { hasUnplayedTopUps, ORIGINS, provenanceOf } from './provenance.ts';

const sharesOf = (sums: Parameters<typeof provenanceOf>[0]) =>
  Object.fromEntries(provenanceOf(sums).origins.map(({ origin, share }) => [origin, share]));

it('returns what each origin gave', () => {
  const sums = [
    { source: 'bet_stake', sum: -5_000 },
    { source: 'bet_payout', sum: 4_000 },
    { source: 'contest_reward', sum: 7_000 },
    { source: 'daily_login', sum: 1_000 },
    { source: 'invite_reward_inviter', sum: 900 },
    { source: 'invite_reward', sum: 100 },
    { source: 'manual_adjust', sum: 2_000 },
    { source: 'redeem', sum: -4_000 },
    { source: 'redeem_refund', sum: 1_000 },
  ] as const;
  expect(provenanceOf(sums)).toEqual({
    origins: [
      { origin: 'contests', points: 6_000, share: 0.6 },
      { origin: 'check_in', points: 1_000, share: 0.1 },
      { origin: 'invites', points: 1_000, share: 0.1 },
      { origin: 'top_ups', points: 2_000, share: 0.2 },
      { origin: 'adjustments', points: 0, share: 0 },
    ],
    redeemed: 3_000,
  });
});

it('takes losses from all origins in proportion', () => {
  const given = [
    { source: 'daily_login', sum: 300 },
    { source: 'manual_adjust', sum: 100 },
  ] as const;
  const shares = { contests: 0, check_in: 0.75, invites: 0, top_ups: 0.25, adjustments: 0 };
  expect(sharesOf(given)).toEqual(shares);
  expect(sharesOf([...given, { source: 'bet_stake', sum: -200 }, { source: 'admin_adjust', sum: -50 }])).toEqual(shares);
});

it('returns nothing for a user who never had a point', () => {
  expect(provenanceOf([])).toEqual({ origins: ORIGINS.map((origin) => ({ origin, points: 0, share: 0 })), redeemed: 0 });
});

it('does not clear points that operators gave and that were never at risk', () => {
  const sums = [
    { source: 'manual_adjust', sum: 5_000 },
    { source: 'daily_login', sum: 900 },
  ] as const;
  expect(hasUnplayedTopUps(sums, 499)).toBe(true);
  expect(hasUnplayedTopUps(sums, 500)).toBe(false);
  expect(hasUnplayedTopUps([{ source: 'daily_login', sum: 900 }], 0)).toBe(false);
});

const sums = fc.uniqueArray(fc.record({ source: fc.constantFrom(...POINT_SOURCES), sum: fc.integer({ min: -1e9, max: 1e9 }) }), {
  selector: ({ source }) => source,
});

it('loses no point, and its shares add up to one', () => {
  fc.assert(
    fc.property(sums, (some) => {
      const { origins, redeemed } = provenanceOf(some);
      const balance = some.reduce((total, { sum }) => total + sum, 0);
      expect(origins.reduce((total, { points }) => total + points, 0) - redeemed).toBe(balance);
      const shares = origins.reduce((total, { share }) => total + share, 0);
      expect(shares).toBeCloseTo(origins.some(({ points }) => points > 0) ? 1 : 0, 10);
      expect(origins.every(({ points, share }) => share >= 0 && points > 0 === share > 0)).toBe(true);
    }),
  );
});
