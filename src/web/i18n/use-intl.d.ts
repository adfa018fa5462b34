import type { Locale } from '#domain/identity/locale.ts';
import type { messages } from '#web/i18n/en/messages.ts';

/** English is the source: its keys and its messages' arguments are what the compiler checks. */
declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}
