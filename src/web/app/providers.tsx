import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MatchSpeedProvider } from '#web/data/queries.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useLocaleStore } from '#web/i18n/locale-store.ts';
import { TextsProvider } from '#web/i18n/texts-provider.tsx';
import { useTimeZone } from '#web/lib/dates.ts';

/** The context of every component: translations, number and date formats in the reader's language and zone, and the query cache. */
export function Providers({ children }: { children: ReactNode }) {
  const { locale, messages } = useLocaleStore();
  const timeZone = useTimeZone(({ name }) => name);
  return (
    <TextsProvider locale={locale} messages={messages} timeZone={timeZone}>
      <QueryClientProvider client={queryClient}>
        <MatchSpeedProvider>{children}</MatchSpeedProvider>
      </QueryClientProvider>
    </TextsProvider>
  );
}
