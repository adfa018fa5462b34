import type { DateFormat, FormatTag, NUMBER_FORMATS } from '#texts/formats.ts';
import type { messages } from '#web/i18n/en/messages.ts';

/** English is the source: the compiler checks keys and arguments against it, and the names of date formats. */
declare module 'use-intl' {
  interface AppConfig {
    Locale: FormatTag;
    Messages: typeof messages;
    Formats: { dateTime: Record<DateFormat, object>; number: typeof NUMBER_FORMATS };
  }
}
