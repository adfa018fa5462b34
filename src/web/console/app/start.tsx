import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { followOtherTabs } from '#web/console/lib/session.ts';
import { queryClient } from '#web/data/query-client.ts';
import { loadAdminWords } from '#web/i18n/admin-words.ts';
import { knownLocale, LOCALE_KEY } from '#web/i18n/choose-locale.ts';
import { loadAllWords, showLocale, useLocaleStore } from '#web/i18n/locale-store.ts';
import { TextsProvider } from '#web/i18n/texts-provider.tsx';
import { showTheme, storedTheme } from '#web/lib/appearance.ts';
import { allowStyles } from '#web/lib/content-security.ts';
import { findTimeZone, useTimeZone } from '#web/lib/dates.ts';
import { recall } from '#web/lib/storage.ts';
import { Console } from './router.tsx';

/** Mounts the console in an element; returns a function that unmounts it. */
export async function start(element: HTMLElement): Promise<() => void> {
  allowStyles();
  showTheme(storedTheme('light'));
  findTimeZone();
  // Uses the stored or the browser's language; addresses are not looked up.
  const shown = showWords(knownLocale(recall(LOCALE_KEY), new URLSearchParams(location.search).get('lang'), navigator.languages) ?? 'en');
  const stop = followOtherTabs();
  await shown;
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <Providers>
        <BrowserRouter>
          <Console />
        </BrowserRouter>
      </Providers>
    </StrictMode>,
  );
  return () => {
    stop();
    root.unmount();
  };
}

/** Loads all translations at once: before the first language is set, loading a part only registers it. */
async function showWords(locale: Parameters<typeof showLocale>[0]): Promise<void> {
  await Promise.all([loadAllWords(), loadAdminWords()]);
  await showLocale(locale);
}

/**
 * The context of every component of the console: translations, number and date formats in the reader's language and zone, and the query
 * cache.
 */
export function Providers({ children }: { children: ReactNode }) {
  const { locale, messages } = useLocaleStore();
  const timeZone = useTimeZone(({ name }) => name);
  return (
    <TextsProvider locale={locale} messages={messages} timeZone={timeZone}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </TextsProvider>
  );
}
