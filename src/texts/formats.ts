import type { Locale } from '#domain/identity/locale.ts';

/** The tags by which dates and numbers are written: English readers get British dates, with the day before the month. */
export const FORMAT_TAGS = { en: 'en-GB', 'zh-CN': 'zh-CN', vi: 'vi-VN' } as const satisfies Record<Locale, string>;
export type FormatTag = (typeof FORMAT_TAGS)[Locale];

type Options = Pick<Intl.DateTimeFormatOptions, 'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'hourCycle'>;

/** "18:30", on the 24-hour clock that fixtures use everywhere. */
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } satisfies Options;
const YEAR = { year: 'numeric' } satisfies Options;

type Month = 'numeric' | 'short' | 'long';

/** Returns a language's formats by how it writes months in short and in long dates. */
const formatsFor = (short: Month, long: Month) => {
  const day = { day: 'numeric', month: short } satisfies Options;
  const longDay = { day: 'numeric', month: long } satisfies Options;
  const date = { ...longDay, ...YEAR };
  return {
    /** 18:30 */
    time: TIME,
    /** 20 Nov · 11月20日 · 20/11 */
    day,
    /** 20 Nov 2026 · 2026年11月20日 · 20/11/2026 */
    day_year: { ...day, ...YEAR },
    /** 20 Nov, 18:30 · 11月20日 18:30 · 18:30 20/11 */
    day_time: { ...day, ...TIME },
    day_time_year: { ...day, ...YEAR, ...TIME },
    /** Fri 20 Nov · 11月20日周五 · Thứ 6, 20/11 */
    weekday_day: { weekday: 'short', ...day },
    /** 20 November 2026 · 2026年11月20日 · 20/11/2026 */
    date,
    /** 20 November 2026 at 18:30 · 2026年11月20日 18:30 · 18:30 20/11/2026 */
    date_time: { ...date, ...TIME },
    /** Friday 20 November · 11月20日星期五 · Thứ Sáu, 20/11 */
    weekday_long: { weekday: 'long', ...longDay },
  } satisfies Record<string, Options>;
};

export type DateFormat = keyof ReturnType<typeof formatsFor>;

/** How each language writes dates and times, by what they show. */
export const DATE_FORMATS: Record<Locale, Record<DateFormat, Options>> = {
  en: formatsFor('short', 'long'),
  'zh-CN': formatsFor('short', 'long'),
  // Written in digits, "23/11": the months' names are "tháng 11", a number with a word before it.
  vi: formatsFor('numeric', 'numeric'),
};

/** Decimal odds, always with two places, so that they compare at a glance. */
export const NUMBER_FORMATS = { odds: { minimumFractionDigits: 2, maximumFractionDigits: 2 } } as const satisfies Record<
  string,
  Intl.NumberFormatOptions
>;
