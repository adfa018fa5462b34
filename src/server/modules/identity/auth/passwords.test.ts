import { expect, it } from 'vitest';
import { HASH_OF_NOBODY, hashPassword, isPasswordRight } from './passwords.ts';

it('takes the same password for right, however the keyboard composed it, and no other', async () => {
  const hash = await hashPassword('Mật-khẩu-1994'.normalize('NFD'));
  expect(await isPasswordRight(hash, 'Mật-khẩu-1994'.normalize('NFC'))).toBe(true);
  expect(await isPasswordRight(hash, 'Mật-khẩu-1995')).toBe(false);
});

it('says no where there is no password, at the same cost', async () => {
  const costOf = (hash: string) => hash.split('$').slice(1, 4);
  expect(costOf(HASH_OF_NOBODY)).toEqual(costOf(await hashPassword('Terraces-1994')));
  expect(await isPasswordRight(null, 'Terraces-1994')).toBe(false);
  expect(await isPasswordRight(undefined, '')).toBe(false);
});

it('is done side by side for many, each with their own answer', async () => {
  const hashes = await Promise.all(['A', 'B', 'C'].map((password) => hashPassword(password)));
  const tries = hashes.flatMap((hash) => ['A', 'B', 'C'].map((password) => isPasswordRight(hash, password)));
  expect(await Promise.all(tries)).toEqual([true, false, false, false, true, false, false, false, true]);
});

it('tells those who asked of what cannot be checked, and goes on', async () => {
  await expect(isPasswordRight('no hash', 'A')).rejects.toThrow();
  expect(await isPasswordRight(await hashPassword('A'), 'A')).toBe(true);
});
