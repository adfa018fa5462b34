import type { Locale } from '#domain/identity/locale.ts';
import { DATE_FORMATS, type DateFormat, FORMAT_TAGS } from './formats.ts';

/** Writes a moment in a language and an IANA time zone. Throws a RangeError if this machine does not know the zone. */
export function writeDate(locale: Locale, format: DateFormat, at: Date, timeZone: string): string {
  const key = `${locale} ${format} ${timeZone}`;
  const known = writers.get(key) ?? new Intl.DateTimeFormat(FORMAT_TAGS[locale], { ...DATE_FORMATS[locale][format], timeZone });
  writers.set(key, known);
  return known.format(at);
}

/** A formatter is far slower to make than to use. Languages, formats and the zones that this machine knows are few. */
const writers = new Map<string, Intl.DateTimeFormat>();

/**
 * Writes an amount of USDT, a decimal string ("1234.50"), in a language: "1.234,50". In Vietnamese, points have a dot for thousands, so that
 * "12.00" beside them would be misread.
 */
export const writeUsdt = (locale: Locale, amount: string): string =>
  new Intl.NumberFormat(FORMAT_TAGS[locale], { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(amount));
