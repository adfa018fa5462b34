import type { ReactNode } from 'react';
import { IntlProvider, type Messages, useLocale as useFormatTag } from 'use-intl';
import { DEFAULT_LOCALE, type Locale, matchLocale } from '#domain/identity/locale.ts';
import { DATE_FORMATS, FORMAT_TAGS, NUMBER_FORMATS } from '#texts/formats.ts';

interface TextsProviderProps {
  locale: Locale;
  /** Null until the first language has loaded. */
  messages: Messages | null;
  /** The IANA zone of all days and times. */
  timeZone: string;
  children: ReactNode;
}

/** Provides translations, and the formats of numbers and dates, in the reader's language and zone. */
export function TextsProvider({ locale, messages, timeZone, children }: TextsProviderProps) {
  return (
    <IntlProvider
      locale={FORMAT_TAGS[locale]}
      messages={messages as Messages}
      formats={{ dateTime: DATE_FORMATS[locale], number: NUMBER_FORMATS }}
      timeZone={timeZone}
    >
      {children}
    </IntlProvider>
  );
}

/** Returns the reader's language. The library's own hook returns the tag that dates and numbers are written by ("en-GB"). */
export const useLocale = (): Locale => matchLocale(useFormatTag()) ?? DEFAULT_LOCALE;
