import { createTranslator, type Messages } from 'use-intl';
import { create } from 'zustand';
import type { Locale } from '#domain/identity/locale.ts';
import { remember, setCookie } from '#web/lib/storage.ts';
import { LOCALE_KEY } from './choose-locale.ts';
import type { messages as first } from './en/first-messages.ts';
import type { messages as later } from './en/later-messages.ts';
import type { Translation } from './translation.ts';

/** A part of the words, to be fetched in any language. */
export type Words<T> = Record<Locale, () => Promise<{ messages: Translation<T> }>>;

/** Two chunks a language: nobody downloads words they do not read, nor waits at first for those of later pages. */
const FIRST: Words<typeof first> = {
  en: () => import('./en/first-messages.ts'),
  'zh-CN': () => import('./zh-CN/first-messages.ts'),
  vi: () => import('./vi/first-messages.ts'),
};
const LATER: Words<typeof later> = {
  en: () => import('./en/later-messages.ts'),
  'zh-CN': () => import('./zh-CN/later-messages.ts'),
  vi: () => import('./vi/later-messages.ts'),
};

interface LocaleState {
  locale: Locale;
  /** Null until the first language has arrived. */
  messages: Messages | null;
}

export const useLocaleStore = create<LocaleState>(() => ({ locale: 'en', messages: null }));

/** What is shown from now on has all of these. */
const wanted: Words<unknown>[] = [FIRST];

/** Shows a language without remembering it: what the browser asked for needs no memory. */
export async function showLocale(locale: Locale): Promise<void> {
  const parts = await Promise.all(wanted.map((words) => words[locale]()));
  document.documentElement.lang = locale;
  // Keys are the same by `Translation`; that values are other words than the English ones is the point, and so is that some
  // areas are missing until a page has asked for them (`loadAllWords`).
  useLocaleStore.setState({ locale, messages: parts.map(({ messages }) => messages as Areas).reduce(withAreas) as Messages });
}

type Areas = Record<string, object>;

/** Both parts together; an area may have words in each. */
const withAreas = (first: Areas, later: Areas): Areas => ({
  ...first,
  ...Object.fromEntries(Object.entries(later).map(([area, words]) => [area, { ...first[area], ...words }])),
});

/** Fetches what a later page says besides; whatever language is shown from now on has all its words. */
export const loadAllWords = (): Promise<void> => loadWords(LATER);

/** Fetches a part of the words, once; whatever language is shown from now on has them. */
export async function loadWords(words: Words<unknown>): Promise<void> {
  if (wanted.includes(words)) return complete;
  wanted.push(words);
  // Before the first language is chosen there is nothing to add to: it will come whole.
  if (useLocaleStore.getState().messages !== null) complete = showLocale(currentLocale());
  return complete;
}

let complete: Promise<void> = Promise.resolve();

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
