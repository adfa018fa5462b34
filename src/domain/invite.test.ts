import fc from 'fast-check';
import { expect, it } from 'vitest';
import { INVITE_ALPHABET, inviteCode, normaliseInviteCode } from './invite.ts';

it('makes a code of eight from eight bytes, every character equally likely', () => {
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
