import { describe, expect, it } from 'vitest';
import { allCountries, countryCode } from './region.ts';

describe('a country', () => {
  it.each([
    ['VN', 'VN'],
    ['vn', 'VN'],
    ['gB', 'GB'],
    ['XK', 'XK'],
    ['TW', 'TW'],
  ])('is read from %s', (typed, code) => expect(countryCode(typed)).toBe(code));

  it.each(['', 'V', 'VNM', '84', 'V1', 'Việt', 'ZZ', 'XA', 'EU', 'UN', 'QZ', 'SU', 'YU', 'UK', 'en-US', 'ĐĐ', 'ⅤN'])(
    'is none: %j',
    (typed) => {
      expect(countryCode(typed)).toBeNull();
    },
  );

  it('is one of the 249 of ISO 3166, or Kosovo', () => {
    const countries = allCountries();
    expect(countries).toHaveLength(250);
    expect(new Set(countries).size).toBe(250);
    expect(countries.every((code) => countryCode(code) === code)).toBe(true);
  });
});
