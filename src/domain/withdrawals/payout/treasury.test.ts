import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsText, type FittingWithdrawal, fitOf, forecastNeed, isAlarming, RECORDING_MS, usdtCents } from './treasury.ts';

const transfer = { hash: 'h', atMs: 1_000 };
const withdrawal = (id: string, values: Partial<FittingWithdrawal> = {}): FittingWithdrawal => ({
  ...{ id, status: 'approved', hash: null, isConfirmed: false, decidedAtMs: 500 },
  ...values,
});

describe('the withdrawal that a transfer fits', () => {
  it.each([
    ['none', [], null],
    ['none that is pending', [withdrawal('a', { status: 'pending', decidedAtMs: null })], null],
    ['the one whose transaction it is', [withdrawal('a'), withdrawal('b', { hash: 'h' })], { id: 'b', fit: 'recorded' }],
    [
      'the returned one whose transaction it is',
      [withdrawal('a'), withdrawal('b', { hash: 'h', status: 'rejected' })],
      { id: 'b', fit: 'returned' },
    ],
    ['the one approved first', [withdrawal('b', { decidedAtMs: 600 }), withdrawal('a')], { id: 'a', fit: 'unrecorded' }],
    ['one whose recorded transaction is another', [withdrawal('a', { hash: 'x' })], { id: 'a', fit: 'unrecorded' }],
    ['none approved after it', [withdrawal('a', { decidedAtMs: 1_001 })], null],
    [
      'the one returned last',
      [withdrawal('b', { status: 'rejected', decidedAtMs: 600 }), withdrawal('a', { status: 'rejected' })],
      { id: 'b', fit: 'returned' },
    ],
    ['one that waits rather than one returned', [withdrawal('b', { status: 'rejected' }), withdrawal('a')], { id: 'a', fit: 'unrecorded' }],
    ['one paid before', [withdrawal('a', { isConfirmed: true, hash: 'x' })], { id: 'a', fit: 'paid_again' }],
    [
      'one returned rather than one paid before',
      [withdrawal('a', { isConfirmed: true, hash: 'x' }), withdrawal('b', { status: 'rejected' })],
      { id: 'b', fit: 'returned' },
    ],
  ] as const)('is %s', (_, withdrawals, fit) => {
    expect(fitOf(transfer, withdrawals)).toEqual(fit);
  });
});

it('an open transfer raises the alarm after an hour, at once if nothing will explain it', () => {
  expect(isAlarming({ atMs: 0, fit: null }, RECORDING_MS)).toBe(false);
  expect(isAlarming({ atMs: 0, fit: 'recorded' }, RECORDING_MS + 1)).toBe(true);
  expect(isAlarming({ atMs: 0, fit: 'returned' }, 0)).toBe(true);
  expect(isAlarming({ atMs: 0, fit: 'paid_again' }, 0)).toBe(true);
});

describe('the need of 30 days', () => {
  it('is what is owed and pending, and as much a day as was asked for', () => {
    expect(forecastNeed({ owed: 1_000n, pending: 500n, asked: 3_000n, days: 30 })).toBe(4_500n);
    expect(forecastNeed({ owed: 0n, pending: 0n, asked: 3_000n, days: 15 })).toBe(6_000n);
    // A day of a young site is no rate.
    expect(forecastNeed({ owed: 0n, pending: 0n, asked: 700n, days: 1 })).toBe(3_000n);
    expect(forecastNeed({ owed: 0n, pending: 0n, asked: 1n, days: 7 })).toBe(5n);
    expect(forecastNeed({ owed: 0n, pending: 0n, asked: 3_000n, days: 400 })).toBe(3_000n);
  });

  it('is never less than what is owed, pending or was asked for, and grows with each', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 14n });
    const demand = fc.record({ owed: cents, pending: cents, asked: cents, days: fc.integer({ min: 0, max: 60 }) });
    fc.assert(
      fc.property(demand, cents, (one, more) => {
        const need = forecastNeed(one);
        expect(need >= one.owed + one.pending + one.asked).toBe(true);
        for (const part of ['owed', 'pending', 'asked'] as const)
          expect(forecastNeed({ ...one, [part]: one[part] + more }) >= need).toBe(true);
      }),
    );
  });
});

it.each([
  ['12.00', 1_200n],
  ['0.1', 10n],
  ['7', 700n],
  ['3.999999', 399n],
] as const)('%s USDT are %i cents, rounded down', (text, cents) => {
  expect(usdtCents(text)).toBe(cents);
});

it('cents are written with two places', () => {
  expect([0n, 5n, 123_456n].map(centsText)).toEqual(['0.00', '0.05', '1234.56']);
});
