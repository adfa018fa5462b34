import type { BrowserContext } from '@playwright/test';
import { askNothing } from './base.ts';
import type { Site } from './site.ts';
import type { Locale } from './words.ts';

/** Sets the language where a visitor's browser stores it, and asks them nothing. */
export async function speak(context: BrowserContext, { url }: Pick<Site, 'url'>, locale: Locale): Promise<void> {
  await context.addCookies([{ name: 'lang', value: locale, url }]);
  await context.addInitScript((lang) => localStorage.setItem('lang', lang), locale);
  await askNothing(context);
}
