import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { IntlProvider } from 'use-intl';
import { followOtherTabs } from '#web/console/lib/session.ts';
import { queryClient } from '#web/data/query-client.ts';
import { loadAdminWords } from '#web/i18n/admin-words.ts';
import { knownLocale, LOCALE_KEY } from '#web/i18n/choose-locale.ts';
import { loadAllWords, showLocale, useLocaleStore } from '#web/i18n/locale-store.ts';
import { showTheme, storedTheme } from '#web/lib/appearance.ts';
import { allowStyles } from '#web/lib/content-security.ts';
import { findTimeZone, useTimeZone } from '#web/lib/dates.ts';
import { recall } from '#web/lib/storage.ts';
import { Console } from './router.tsx';

/** Starts the console in an element of the page; the returned function takes it down again. */
export async function start(element: HTMLElement): Promise<() => void> {
  allowStyles();
  showTheme(storedTheme('light'));
  findTimeZone();
  // Whoever works here chose a language, or has a browser that says it: nobody's address is looked up.
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

/** All words at once: before the first language is on show, the parts only say that they are wanted. */
async function showWords(locale: Parameters<typeof showLocale>[0]): Promise<void> {
  await Promise.all([loadAllWords(), loadAdminWords()]);
  await showLocale(locale);
}

/** What every component of the console may lean on: words, numbers and dates in the reader's language and zone, and the cache. */
export function Providers({ children }: { children: ReactNode }) {
  const { locale, messages } = useLocaleStore();
  const timeZone = useTimeZone(({ name }) => name);
  return (
    <IntlProvider locale={locale} messages={messages} timeZone={timeZone}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </IntlProvider>
  );
}
