import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { approversNeeded, type ReviewedWithdrawal, secondApproverReasons } from './withdrawal-review.ts';

const limits = { redeem_one_reviewer_max: 20_000, redeem_wallet_days: 7 };
const requestedAt = new Date('2026-11-20T12:00:00Z');
const plain: ReviewedWithdrawal = {
  ...{ points: 20_000, requestedAt, walletSince: new Date(requestedAt.getTime() - 7 * DAY_MS) },
  ...{ hasEarlier: true, isFlagged: false },
};

it('lets one admin approve a normal size, to a wallet of a week, for a user who was paid before', () => {
  expect(secondApproverReasons(plain, limits)).toEqual([]);
  expect(approversNeeded(plain, limits)).toBe(1);
});

it.each([
  ['large', { points: 20_001 }],
  ['first', { hasEarlier: false }],
  ['new_wallet', { walletSince: new Date(requestedAt.getTime() - 7 * DAY_MS + 1) }],
  ['evidence', { isFlagged: true }],
] as const)('needs two where it is %s', (reason, change) => {
  expect(secondApproverReasons({ ...plain, ...change }, limits)).toEqual([reason]);
  expect(approversNeeded({ ...plain, ...change }, limits)).toBe(2);
});

it('never needs fewer for more points or a younger wallet', () => {
  const withdrawal = fc.record({
    points: fc.integer({ min: 1, max: 60_000 }),
    requestedAt: fc.constant(requestedAt),
    walletSince: fc.date({ min: new Date('2026-11-01'), max: requestedAt, noInvalidDate: true }),
    hasEarlier: fc.boolean(),
    isFlagged: fc.boolean(),
  });
  fc.assert(
    fc.property(withdrawal, fc.nat(40_000), fc.nat(20 * DAY_MS), (some, more, youngerMs) => {
      const walletSince = new Date(Math.min(some.walletSince.getTime() + youngerMs, requestedAt.getTime()));
      const riskier = { ...some, points: some.points + more, walletSince };
      expect(approversNeeded(riskier, limits)).toBeGreaterThanOrEqual(approversNeeded(some, limits));
    }),
  );
});
