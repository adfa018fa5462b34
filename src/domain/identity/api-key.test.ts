import { expect, it } from 'vitest';
import { apiKeyOf, hintOf, isApiKey } from './api-key.ts';

const SECRET = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE';
const KEY = apiKeyOf(SECRET);

it('a key is a prefix, its secret and a check', () => {
  expect(KEY).toMatch(/^mp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE[0-9a-z]{6}$/);
  expect(isApiKey(KEY)).toBe(true);
  expect(hintOf(KEY)).toBe('mp_AbCdE');
});

it('a slip in any one character of a key is noticed', () => {
  for (let i = 0; i < KEY.length; i++) {
    const other = KEY[i] === 'x' ? 'y' : 'x';
    expect(isApiKey(KEY.slice(0, i) + other + KEY.slice(i + 1)), `${i}`).toBe(false);
  }
});

it.each([
  ['cut short', KEY.slice(0, -1)],
  ['with a character more', `${KEY}a`],
  ['with spaces', ` ${KEY}`],
  ['empty', ''],
  ['a token', 'a.b.c'],
])('a key %s is none', (_, text) => {
  expect(isApiKey(text)).toBe(false);
});
