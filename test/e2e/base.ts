import { test as base } from '@playwright/test';

/** Closes the pages that a test has opened itself: otherwise they go on following their site beside the tests that come after. */
export const test = base.extend<{ closesPages: undefined }>({
  closesPages: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
