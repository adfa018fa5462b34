import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { checkPoints, checkRedeem, checkRedeemer, limitsSince, type RedeemFacts, redeemableNow, waitingOf } from './withdrawal-request.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

const RULES = { step: 1_000, min: 1_000, dayMax: 50_000, days30Max: 200_000 };
const factsOf = (values: Partial<RedeemFacts> = {}): RedeemFacts => ({
  ...{ isOpen: true, isRegionBlocked: false, hasWallet: true, contacts: [{ channel: 'email', isConfirmed: true }] },
  ...{ heldUntil: null, hasPending: false, balance: 12_345, usedToday: 0, used30Days: 0, toBePlayed: 0, waiting: [] },
  ...{ rules: RULES, now: NOW },
  ...values,
});
const refusal = (values: Partial<RedeemFacts>, points = 5_000) => checkRedeem(factsOf(values), { points, channel: 'email' });

describe('a request', () => {
  it.each<[string, Partial<RedeemFacts>, number, object | null]>([
    ['is taken', {}, 5_000, null],
    ['is taken to the last step', {}, 12_000, null],
    ['is more than there is', {}, 13_000, { code: 'insufficient_points', params: { balance: 12_345 } }],
    ['is between steps', {}, 1_500, { code: 'invalid_points', params: { min: 1_000, step: 1_000, max: 50_000 } }],
    ['is nothing', {}, 0, { code: 'invalid_points', params: { min: 1_000, step: 1_000, max: 50_000 } }],
    ['is below nothing', {}, -5_000, { code: 'invalid_points', params: { min: 1_000, step: 1_000, max: 50_000 } }],
    ['is beyond the day', { usedToday: 47_500 }, 3_000, { code: 'invalid_points', params: { min: 1_000, step: 1_000, max: 2_000 } }],
    ['is the rest of the day', { usedToday: 47_500 }, 2_000, null],
    ['is beyond 30 days', { used30Days: 199_001 }, 1_000, { code: 'invalid_points', params: { min: 1_000, step: 1_000, max: 0 } }],
    ['is of given points', { toBePlayed: 8_000 }, 5_000, { code: 'not_redeemable', params: { redeemable: 4_345 } }],
    ['is of what was staked', { toBePlayed: 8_000 }, 4_000, null],
    [
      'is of points won lately',
      {
        waiting: [
          { points: 3_000, from: later(5) },
          { points: 6_000, from: later(2) },
        ],
      },
      5_000,
      { code: 'not_redeemable', params: { redeemable: 3_345, from: later(2).toISOString() } },
    ],
    ['is of points that have waited', { waiting: [{ points: 9_000, from: NOW }] }, 12_000, null],
    [
      'is of points for which waiting is not enough',
      { toBePlayed: 10_000, waiting: [{ points: 1_000, from: later(2) }] },
      5_000,
      { code: 'not_redeemable', params: { redeemable: 1_345 } },
    ],
    ['comes while nobody takes any', { isOpen: false }, 5_000, { code: 'switched_off', params: { what: 'redeem' } }],
    ['comes from where it may not', { isRegionBlocked: true }, 5_000, { code: 'region_blocked' }],
    ['has nowhere to go', { hasWallet: false }, 5_000, { code: 'wallet_required' }],
    ['is by nobody who can be reached', { contacts: [] }, 5_000, { code: 'no_contact' }],
    ['is for another channel', { contacts: [{ channel: 'telegram', isConfirmed: true }] }, 5_000, { code: 'no_contact' }],
    ['is by an address nobody confirmed', { contacts: [{ channel: 'email', isConfirmed: false }] }, 5_000, { code: 'contact_unconfirmed' }],
    ['comes too early', { heldUntil: later(1) }, 5_000, { code: 'withdrawal_on_hold', params: { until: later(1).toISOString() } }],
    ['comes when the hold ends', { heldUntil: NOW }, 5_000, null],
    ['is a second one', { hasPending: true }, 5_000, { code: 'withdrawal_pending' }],
  ])('%s', (_, values, points, expected) => {
    expect(refusal(values, points)).toEqual(expected);
  });

  it('checks the person before the points', () => {
    expect(refusal({ hasWallet: false, balance: 0 }, 1)).toEqual({ code: 'wallet_required' });
    expect(checkRedeemer(factsOf({ contacts: [{ channel: 'telegram', isConfirmed: true }] }))).toBeNull();
  });
});

const waiting = fc.array(fc.record({ points: fc.integer({ min: 1, max: 60_000 }), from: fc.integer({ min: -5, max: 200 }).map(later) }), {
  maxLength: 4,
});
const facts = fc
  .record({
    balance: fc.integer({ min: 0, max: 300_000 }),
    usedToday: fc.integer({ min: 0, max: 60_000 }),
    used30Days: fc.integer({ min: 0, max: 250_000 }),
    toBePlayed: fc.integer({ min: 0, max: 50_000 }),
    waiting,
    rules: fc
      .record({
        step: fc.integer({ min: 1, max: 3_000 }),
        steps: fc.integer({ min: 1, max: 3 }),
        dayMax: fc.integer({ min: 9_000, max: 50_000 }),
      })
      .map(({ step, steps, dayMax }) => ({ step, min: step * steps, dayMax, days30Max: 4 * dayMax })),
  })
  .map(factsOf);

describe('for all points, rules and histories', () => {
  it('the form shows exactly what is accepted', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: -10, max: 310 }), fc.integer({ min: 0, max: 3 }), (known, steps, more) => {
        const { step, min } = known.rules;
        const points = steps * step + (more === 0 ? 0 : more);
        const { max } = redeemableNow(known);
        expect(checkPoints(known, points) === null).toBe(points >= min && points % step === 0 && points <= max);
      }),
    );
  });

  it('the shown maximum can be requested, and exceeds no limit', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const { max, bound, redeemable, dayLeft, days30Left } = redeemableNow(known);
        const least = { balance: known.balance, not_redeemable: redeemable, day: dayLeft, '30_days': days30Left }[bound];
        expect(max === 0 || checkPoints(known, max) === null).toBe(true);
        expect(max).toBeLessThanOrEqual(least);
        expect(known.usedToday + max).toBeLessThanOrEqual(Math.max(known.usedToday, known.rules.dayMax));
        expect(known.used30Days + max).toBeLessThanOrEqual(Math.max(known.used30Days, known.rules.days30Max));
        expect(redeemable).toBeGreaterThanOrEqual(0);
        expect(redeemable).toBeLessThanOrEqual(known.balance);
        // One step more is too much, whichever limit applies.
        expect(checkPoints(known, Math.max(max, known.rules.min - known.rules.step) + known.rules.step)).not.toBeNull();
      }),
    );
  });

  it('a user who waits as long as required need not wait again', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 1, max: 300 }), (known, steps) => {
        const points = steps * known.rules.step;
        const refused = checkPoints(known, points);
        if (refused?.code !== 'not_redeemable' || refused.params?.from === undefined) return;
        const then = new Date(refused.params.from);
        expect(then.getTime()).toBeGreaterThan(known.now.getTime());
        expect(checkPoints({ ...known, now: then }, points)).toBeNull();
        expect(checkPoints({ ...known, now: new Date(then.getTime() - 1) }, points)).not.toBeNull();
      }),
    );
  });
});

describe('recently won points', () => {
  it('wait, but the stake does not', () => {
    const wins = [
      { paid: 1_500, won: 500, paidAt: later(-3) },
      { paid: 200, won: 900, paidAt: later(-1) },
      { paid: 400, won: 0, paidAt: later(-2) },
      { paid: 400, won: -50, paidAt: later(-2) },
    ];
    expect(waitingOf(wins, 24)).toEqual([
      { points: 500, from: later(21) },
      { points: 200, from: later(23) },
    ]);
  });
});

it('counts days as UTC does', () => {
  expect(limitsSince(new Date('2026-03-01T00:00:00Z'))).toEqual({
    day: new Date('2026-03-01T00:00:00Z'),
    days30: new Date('2026-01-30T00:00:00Z'),
  });
});
