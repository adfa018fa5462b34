import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { useLocaleStore } from '#web/i18n/locale-store.ts';
import { queryClient } from '#web/lib/query-client.ts';

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What every component may lean on: words, numbers and dates in the reader's language and zone, and the cache. */
export function Providers({ children }: { children: ReactNode }) {
  const { locale, messages } = useLocaleStore();
  return (
    <IntlProvider locale={locale} messages={messages} timeZone={timeZone}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </IntlProvider>
  );
}
