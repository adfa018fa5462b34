import { createTranslator, type Messages } from 'use-intl';
import { create } from 'zustand';
import type { Locale } from '#domain/identity/locale.ts';
import { FORMAT_TAGS } from '#texts/formats.ts';
import { remember, setCookie } from '#web/lib/storage.ts';
import { LOCALE_KEY } from './choose-locale.ts';
import type { messages as first } from './en/first-messages.ts';
import type { messages as later } from './en/later-messages.ts';
import type { Translation } from './translation.ts';

/** A part of the messages, to be loaded in any language. */
export type Words<T> = Record<Locale, () => Promise<{ messages: Translation<T> }>>;

/** Two chunks per language: users download only the messages of their language, and at first none of later pages. */
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
  /** Null until the first language has loaded. */
  messages: Messages | null;
}

export const useLocaleStore = create<LocaleState>(() => ({ locale: 'en', messages: null }));

/** The parts loaded for every language from now on. */
const wanted: Words<unknown>[] = [FIRST];

/** Shows a language without storing it, because the browser's language needs no storage. */
export async function showLocale(locale: Locale): Promise<void> {
  let parts: { messages: unknown }[];
  // A page may ask for its part while the others load.
  do parts = await Promise.all(wanted.map((words) => words[locale]()));
  while (parts.length < wanted.length);
  document.documentElement.lang = locale;
  // The keys are the same by `Translation`; values differ from English by design, and some
  // areas are missing until a page has loaded them (`loadAllWords`).
  useLocaleStore.setState({ locale, messages: parts.map(({ messages }) => messages as Areas).reduce(withAreas) as Messages });
}

type Areas = Record<string, object>;

/** Merges two parts; an area may have messages in each. */
const withAreas = (first: Areas, later: Areas): Areas => ({
  ...first,
  ...Object.fromEntries(Object.entries(later).map(([area, words]) => [area, { ...first[area], ...words }])),
});

/** Loads the messages of later pages, also for languages selected later. */
export const loadAllWords = (): Promise<void> => loadWords(LATER);

/** Loads a part of the messages, once, also for languages selected later. */
export async function loadWords(words: Words<unknown>): Promise<void> {
  if (wanted.includes(words)) return complete;
  wanted.push(words);
  // Before the first language is selected there is nothing to add to: it will load completely.
  if (useLocaleStore.getState().messages !== null) complete = showLocale(currentLocale());
  return complete;
}

let complete: Promise<void> = Promise.resolve();

/** Shows and stores a language. The cookie lets the server render the page in it. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await showLocale(locale);
  remember(LOCALE_KEY, locale);
  setCookie('lang', locale);
}

/** Returns the current language, for code outside components. */
export const currentLocale = (): Locale => useLocaleStore.getState().locale;

/** Returns messages for code outside components; inside them use `useTranslations`. */
export function translator<const N extends keyof Messages>(namespace: N) {
  const { locale, messages } = useLocaleStore.getState();
  // Before the first language has loaded there are no messages and no readers: the key is used.
  const onError = messages === null ? () => undefined : undefined;
  return createTranslator<Messages, N>({
    locale: FORMAT_TAGS[locale],
    messages: messages ?? ({} as Messages),
    namespace,
    ...(onError && { onError }),
  });
}
