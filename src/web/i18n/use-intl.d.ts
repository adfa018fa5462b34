import type { Locale } from '#domain/identity/locale.ts';
import type { messages } from '#web/i18n/en/messages.ts';

/** English is the source: the compiler checks keys and arguments against it. */
declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}
