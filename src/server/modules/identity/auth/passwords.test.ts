import { expect, it } from 'vitest';
import { HASH_OF_NOBODY, hashPassword, isPasswordRight } from './passwords.ts';

it('accepts the same password in any Unicode composition, and no other', async () => {
  const hash = await hashPassword('Mật-khẩu-1994'.normalize('NFD'));
  expect(await isPasswordRight(hash, 'Mật-khẩu-1994'.normalize('NFC'))).toBe(true);
  expect(await isPasswordRight(hash, 'Mật-khẩu-1995')).toBe(false);
});

it('rejects a password when the account has none, at the same cost', async () => {
  const costOf = (hash: string) => hash.split('$').slice(1, 4);
  expect(costOf(HASH_OF_NOBODY)).toEqual(costOf(await hashPassword('Terraces-1994')));
  expect(await isPasswordRight(null, 'Terraces-1994')).toBe(false);
  expect(await isPasswordRight(undefined, '')).toBe(false);
});

it('hashes in parallel and gives each request its own result', async () => {
  const hashes = await Promise.all(['A', 'B', 'C'].map((password) => hashPassword(password)));
  const tries = hashes.flatMap((hash) => ['A', 'B', 'C'].map((password) => isPasswordRight(hash, password)));
  expect(await Promise.all(tries)).toEqual([true, false, false, false, true, false, false, false, true]);
});

it('rejects a hash that cannot be checked, and keeps working', async () => {
  await expect(isPasswordRight('no hash', 'A')).rejects.toThrow();
  expect(await isPasswordRight(await hashPassword('A'), 'A')).toBe(true);
});
