import type { ReactNode } from 'react';
import { useMessages } from 'use-intl';
import { TextsProvider, useLocale } from '#web/i18n/texts-provider.tsx';

/**
 * Shows all days and times inside in UTC, the zone of limits, of filters by day and of files. The page says so: its readers are in several
 * zones.
 */
export function InUtc({ children }: { children: ReactNode }) {
  return (
    <TextsProvider locale={useLocale()} messages={useMessages()} timeZone="UTC">
      {children}
    </TextsProvider>
  );
}
