import { createTranslator, type Messages } from 'use-intl';
import type { Locale } from '#domain/identity/locale.ts';
import { DATE_FORMATS, FORMAT_TAGS, NUMBER_FORMATS } from '#texts/formats.ts';
import { messages as en } from '#web/i18n/en/messages.ts';
import { messages as vi } from '#web/i18n/vi/messages.ts';
import { messages as zhCN } from '#web/i18n/zh-CN/messages.ts';

const translator = (locale: Locale, messages: unknown) =>
  createTranslator<Messages>({
    locale: FORMAT_TAGS[locale],
    messages: messages as Messages,
    formats: { dateTime: DATE_FORMATS[locale], number: NUMBER_FORMATS },
    timeZone: 'UTC',
  });

/** Returns the site's words by their key, as its users read them: tests find controls by them, and do not repeat the wording. */
export const t = translator('en', en);
export const tZh = translator('zh-CN', zhCN);
export const tVi = translator('vi', vi);

/** Matches an English text by its beginning, up to its first value: for texts whose values a test does not know. */
export const beginningOf = (key: Parameters<typeof t.raw>[0]): RegExp => {
  const [beginning] = String(t.raw(key)).split(/[{<]/);
  return new RegExp(`^${beginning?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
};
