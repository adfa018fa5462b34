import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { keepToasts } from './toasts.ts';

/** Closes the pages that a test has opened itself: otherwise they go on following their site beside the tests that come after. */
export const test = base.extend<{ closesPages: undefined }>({
  context: async ({ context }, use) => {
    await keepToasts(context);
    await use(context);
  },
  closesPages: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** What the site asks visitors once, after some seconds or a click. The dialogs would come between a test and its page. */
const ASKED_ONCE = ['promo_shown_at', 'push_declined_at'];

/** Makes the pages of this context those of a visitor who has been asked everything. */
export const askNothing = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((keys) => {
    for (const key of keys) localStorage.setItem(key, String(Date.now()));
  }, ASKED_ONCE);

/** Opens a page of another visitor. The options of the configuration hold here too. */
export async function openVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  await Promise.all([askNothing(context), keepToasts(context)]);
  return context.newPage();
}
