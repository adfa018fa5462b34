import { describe, expect, it } from 'vitest';
import { LOCALES } from '#domain/identity/locale.ts';
import type { DateFormat } from './formats.ts';
import { writeDate, writeUsdt } from './write.ts';

const AT = new Date('2026-11-03T06:07:08Z');
const inEach = (format: DateFormat, timeZone = 'UTC') => LOCALES.map((locale) => writeDate(locale, format, AT, timeZone));

describe('dates', () => {
  it.each<[DateFormat, string[]]>([
    ['time', ['06:07', '06:07', '06:07']],
    ['day', ['3 Nov', '11月3日', '3/11']],
    ['day_year', ['3 Nov 2026', '2026年11月3日', '3/11/2026']],
    ['day_time', ['3 Nov, 06:07', '11月3日 06:07', '06:07 3/11']],
    ['weekday_day', ['Tue 3 Nov', '11月3日周二', 'Thứ 3, 3/11']],
    ['date', ['3 November 2026', '2026年11月3日', '3/11/2026']],
    ['date_time', ['3 November 2026 at 06:07', '2026年11月3日 06:07', '06:07 3/11/2026']],
  ])('%s are written as readers of each language write them', (format, written) => {
    expect(inEach(format)).toEqual(written);
  });

  it('are in the given time zone, and an unknown zone is an error', () => {
    expect(inEach('day_time', 'Asia/Ho_Chi_Minh')[0]).toBe('3 Nov, 13:07');
    expect(() => inEach('day', 'Atlantis/Capital')).toThrow(RangeError);
  });
});

it('writes amounts in USDT by language, always with two places', () => {
  expect(LOCALES.map((locale) => writeUsdt(locale, '1234.50'))).toEqual(['1,234.50', '1,234.50', '1.234,50']);
  expect(writeUsdt('en', '0.00')).toBe('0.00');
});
