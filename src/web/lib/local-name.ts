import { useLocale } from 'use-intl';
import type { Locale } from '#domain/identity/locale.ts';

interface Named {
  name: string;
  names: { 'zh-CN'?: string | undefined; vi?: string | undefined };
}

/** The name of a team or league in a language, its own where there is none. */
export const localName = (named: Named, locale: Locale): string => (locale === 'en' ? undefined : named.names[locale]) ?? named.name;

/** Names teams and leagues in the language on show. */
export function useLocalName(): (named: Named) => string {
  const locale = useLocale();
  return (named) => localName(named, locale);
}
