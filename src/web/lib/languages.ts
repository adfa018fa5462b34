import type { Locale } from '#domain/identity/locale.ts';

/** Every language in its own words, so that visitors who cannot read the page find theirs; short enough for a button. */
export const LANGUAGES: Record<Locale, { name: string; short: string }> = {
  en: { name: 'English', short: 'EN' },
  'zh-CN': { name: '简体中文', short: '中文' },
  vi: { name: 'Tiếng Việt', short: 'VI' },
};
