import { expect, it } from 'vitest';
import { readTelegramResult } from './oauth-callback.tsx';

const LOGIN = { id: 279058397, first_name: 'Minh', username: 'minh', auth_date: 1_795_000_000, hash: 'ab'.repeat(32) };

const base64 = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');
const fieldsOf = (address: string | null) => {
  const { pathname, searchParams } = new URL(address ?? '', 'https://matchpoint.example');
  return { pathname, fields: Object.fromEntries(searchParams) };
};

it('passes every field on as signed, with the state from the start of the flow', () => {
  expect(fieldsOf(readTelegramResult(`#tgAuthResult=${base64(LOGIN)}`, 's-1'))).toEqual({
    pathname: '/api/auth/telegram/callback',
    fields: {
      id: '279058397',
      first_name: 'Minh',
      username: 'minh',
      auth_date: '1795000000',
      hash: 'ab'.repeat(32),
      state: 's-1',
    },
  });
});

it.each([
  ['base64 with its pluses', (text: string) => text],
  ['base64url', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
])('reads %s, in any script', (_, write) => {
  const first_name = 'Nguyễn 小明 ~~~>>>???';
  const text = base64({ ...LOGIN, first_name });
  expect(text).toMatch(/[+/]/);
  expect(fieldsOf(readTelegramResult(`#tgAuthResult=${write(text)}`, 's')).fields.first_name).toBe(first_name);
});

it('takes no state from the fragment', () => {
  const told = readTelegramResult(`#tgAuthResult=${base64({ ...LOGIN, state: 'theirs' })}`, 'ours');
  expect(new URL(told ?? '', 'https://matchpoint.example').searchParams.getAll('state')).toEqual(['ours']);
});

it.each([
  ['the user gave up', 'false'],
  ['it is empty', ''],
  ['it is no base64', '%%%'],
  ['it is no JSON', base64('hello')],
  ['it is no object', base64('7')],
  ['it is longer than any login', base64({ ...LOGIN, first_name: 'x'.repeat(10_000) })],
])('is given up if %s', (_, result) => {
  expect(readTelegramResult(`#tgAuthResult=${result}`, 's')).toBe('given_up');
});

it.each(['', '#', '#top', '#other=1'])('is none at "%s"', (hash) => {
  expect(readTelegramResult(hash, 's')).toBeNull();
});
