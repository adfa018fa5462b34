import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from '#domain/identity/locale.ts';
import * as en from '#texts/en/pages.ts';
import * as vi from '#texts/vi/pages.ts';
import * as zhCN from '#texts/zh-CN/pages.ts';

/** The texts of page metadata, by language. */
export const TEXTS = { en, 'zh-CN': zhCN, vi } satisfies Record<Locale, unknown>;

const formats = new Map<string, IntlMessageFormat>();

/** Formats a text with its values; each text is parsed once. */
export function say(locale: Locale, message: string, values: Record<string, string | number> = {}): string {
  const key = `${locale} ${message}`;
  const format = formats.get(key) ?? new IntlMessageFormat(message, locale);
  formats.set(key, format);
  return String(format.format(values));
}

/** Returns a name in a language, or the default name, without line breaks and control characters. */
export function nameOf(
  { name, names }: { name: string; names: { 'zh-CN'?: string | undefined; vi?: string | undefined } },
  locale: Locale,
) {
  return plain((locale === 'en' ? undefined : names[locale]) ?? name);
}

/** Reduces a text to one line of characters that XML allows. */
export const plain = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\s\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g, ' ')
    .trim();

/** "20 November 2026", the UTC day. */
export const dayIn = (locale: Locale, at: Date): string => DAYS[locale].format(at);

/** "15:00 UTC": readers of a search result or a picture may be in any time zone. */
export const timeIn = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`;

const days = (locale: string) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** English dates are in British order: day first. */
const DAYS: Record<Locale, Intl.DateTimeFormat> = { en: days('en-GB'), 'zh-CN': days('zh-CN'), vi: days('vi-VN') };

/** Ends a sentence as the language does, so that another can follow. */
export const sentence = (text: string, locale: Locale): string => (locale === 'zh-CN' ? `${text}。` : `${text}. `);
