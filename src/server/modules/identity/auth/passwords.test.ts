import { expect, it } from 'vitest';
import { HASH_OF_NOBODY, passwords } from './passwords.ts';

const { hash, isRight } = passwords;

it('accepts the same password in any Unicode composition, and no other', async () => {
  const known = await hash('Mật-khẩu-1994'.normalize('NFD'));
  expect(await isRight(known, 'Mật-khẩu-1994'.normalize('NFC'))).toBe(true);
  expect(await isRight(known, 'Mật-khẩu-1995')).toBe(false);
});

it('rejects a password when the account has none, at the same cost', async () => {
  const costOf = (known: string) => known.split('$').slice(1, 4);
  expect(costOf(HASH_OF_NOBODY)).toEqual(costOf(await hash('Terraces-1994')));
  expect(await isRight(null, 'Terraces-1994')).toBe(false);
  expect(await isRight(undefined, '')).toBe(false);
});

it('hashes in parallel and gives each request its own result', async () => {
  const hashes = await Promise.all(['A', 'B', 'C'].map((password) => hash(password)));
  const tries = hashes.flatMap((known) => ['A', 'B', 'C'].map((password) => isRight(known, password)));
  expect(await Promise.all(tries)).toEqual([true, false, false, false, true, false, false, false, true]);
});

it('rejects a hash that cannot be checked, and keeps working', async () => {
  await expect(isRight('no hash', 'A')).rejects.toThrow();
  expect(await isRight(await hash('A'), 'A')).toBe(true);
});
