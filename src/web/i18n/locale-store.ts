import { createTranslator, type Messages } from 'use-intl';
import { create } from 'zustand';
import type { Locale } from '#domain/locale.ts';
import { remember, setCookie } from '#web/lib/storage.ts';
import { LOCALE_KEY } from './choose-locale.ts';
import type { messages as source } from './en/messages.ts';
import type { Translation } from './translation.ts';

type AnyMessages = Translation<typeof source>;

/** One chunk a language: nobody downloads words they do not read. */
const LOADERS: Record<Locale, () => Promise<{ messages: AnyMessages }>> = {
  en: () => import('./en/messages.ts'),
  'zh-CN': () => import('./zh-CN/messages.ts'),
  vi: () => import('./vi/messages.ts'),
};

interface LocaleState {
  locale: Locale;
  /** Null until the first language has arrived. */
  messages: Messages | null;
}

export const useLocaleStore = create<LocaleState>(() => ({ locale: 'en', messages: null }));

/** Shows a language without remembering it: what the browser asked for needs no memory. */
export async function showLocale(locale: Locale): Promise<void> {
  const { messages } = await LOADERS[locale]();
  document.documentElement.lang = locale;
  // Keys are the same by `Translation`; that values are other words than the English ones is the point.
  useLocaleStore.setState({ locale, messages: messages as Messages });
}

/** Shows and remembers a language. The cookie lets the server write the page in it. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await showLocale(locale);
  remember(LOCALE_KEY, locale);
  setCookie('lang', locale);
}

/** The language on show, for code outside components. */
export const currentLocale = (): Locale => useLocaleStore.getState().locale;

/** Words for code outside components; inside them use `useTranslations`. */
export function translator<const N extends keyof Messages>(namespace: N) {
  const { locale, messages } = useLocaleStore.getState();
  // Before the first language has arrived there are no words, and nobody to read them: the key does.
  const onError = messages === null ? () => undefined : undefined;
  return createTranslator<Messages, N>({ locale, messages: messages ?? ({} as Messages), namespace, ...(onError && { onError }) });
}
