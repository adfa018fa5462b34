import { defineConfig } from '@playwright/test';

/** The journeys, in the Chromium that `npm test` has found. A site is started for each worker (test/e2e/site.ts). */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // Most of what a journey takes is waiting for matches to be played: two wait beside each other, each with a site of its own.
  workers: 2,
  timeout: 120_000,
  // Where everything fails, each failure would take its whole time.
  maxFailures: 10,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1440, height: 900 },
    // What breathes for ever is drawn by this machine's own processor.
    contextOptions: { reducedMotion: 'reduce' },
    // Kept answers would stand between a test and the server; the one about being offline lets them.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Asia/Ho_Chi_Minh',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
