import { expect, it } from 'vitest';
import { localeForCountry, matchLocale } from './locale.ts';

it.each([
  ['en', 'en'],
  ['en-GB', 'en'],
  ['zh', 'zh-CN'],
  ['zh-TW', 'zh-CN'],
  ['ZH-hans-cn', 'zh-CN'],
  ['vi', 'vi'],
  ['vi_VN', 'vi'],
  ['fr', null],
  ['', null],
])('matchLocale maps %s to %s', (tag, locale) => expect(matchLocale(tag)).toBe(locale));

it('localeForCountry guesses a locale by country', () => {
  expect(['CN', 'cn', 'VN', 'DE', 'TW', null].map(localeForCountry)).toEqual(['zh-CN', 'zh-CN', 'vi', 'en', 'en', 'en']);
});
