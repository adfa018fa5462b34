/** Languages of the product, the default first (docs/rules.md#languages). */
export const LOCALES = ['en', 'zh-CN', 'vi'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

/** Returns the locale for a BCP 47 tag, in any case; null without a match (docs/rules.md#languages: every zh is zh-CN). */
export function matchLocale(tag: string): Locale | null {
  const [language] = tag.trim().toLowerCase().split(/[-_]/);
  if (language === 'zh') return 'zh-CN';
  return LOCALES.find((locale) => locale === language) ?? null;
}

/** Returns the initial locale for a country (ISO 3166 alpha-2, any case; null when unknown). */
export function localeForCountry(countryCode: string | null): Locale {
  const code = countryCode?.toUpperCase();
  if (code === 'CN') return 'zh-CN';
  return code === 'VN' ? 'vi' : DEFAULT_LOCALE;
}
