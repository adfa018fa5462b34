import fc from 'fast-check';
import { expect, it } from 'vitest';
import { INVITE_ALPHABET, inviteCode, normaliseInviteCode, roomAgainAt } from './rewards.ts';

it('makes a code of eight characters from eight bytes, every character equally likely', () => {
  expect(inviteCode(new Uint8Array([0, 1, 23, 24, 31, 32, 255, 64]))).toBe('ABZ29A9A');
  expect(256 % INVITE_ALPHABET.length).toBe(0);
});

it('reads codes as people type them', () => {
  expect(normaliseInviteCode(' abcd-2345 ')).toBe('ABCD2345');
  expect(['ABCD234', 'ABCD23456', 'ABCD2340', 'ABCDI345', ''].map(normaliseInviteCode)).toEqual([null, null, null, null, null]);
});

it('reads every code it makes, in any case', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
      expect(normaliseInviteCode(inviteCode(bytes).toLowerCase())).toBe(inviteCode(bytes));
    }),
  );
});

it.each([
  ['there is room', { day: 1, month: 1 }, null],
  ['the day is full', { day: 0, month: 3 }, '2026-12-31T00:00:00.000Z'],
  ['the month is full', { day: 10, month: 0 }, '2027-01-01T00:00:00.000Z'],
  ['both are', { day: 0, month: -2 }, '2027-01-01T00:00:00.000Z'],
])('says when the caps leave room again: %s', (_, left, expected) => {
  expect(roomAgainAt(left, new Date('2026-12-30T23:59:59Z'))?.toISOString() ?? null).toBe(expected);
});
