import type { Locale } from '#domain/identity/locale.ts';

/** Every language in its own words, so that whoever cannot read the page finds theirs; and as short as a button. */
export const LANGUAGES: Record<Locale, { name: string; short: string }> = {
  en: { name: 'English', short: 'EN' },
  'zh-CN': { name: '简体中文', short: '中文' },
  vi: { name: 'Tiếng Việt', short: 'VI' },
};
