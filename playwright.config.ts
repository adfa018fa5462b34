import { defineConfig } from '@playwright/test';

/** What mostly waits, for matches to be played or for a site of its own: it begins first, so that the run does not end with it. */
const WAITING = /(journey|other-sports|predictions|two-processes|operator|ways-in)\.test\.ts$/;

/** What Playwright turns off by itself: of several such lists Chromium reads the last one only. */
const OFF_ANYWAY = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];
/** Pages of the address bar's own, which nobody sees here: loaded for each window, they take a third of all that the browser does. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** The journeys, in the Chromium that `npm test` has found, on a site that they share (test/e2e/shared-site.ts). */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  globalSetup: './test/e2e/shared-site.ts',
  // One waits for matches to be played while two others have a processor each.
  workers: 3,
  fullyParallel: true,
  projects: [
    { name: 'waiting', testMatch: WAITING },
    { name: 'busy', testMatch: '*.test.ts', testIgnore: WAITING },
  ],
  // Five times what the longest of most takes: the machine may be slow, and busy.
  timeout: 300_000,
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
    // Pictures of every step would take more than the steps: `--trace on` makes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--disable-features=${[...OFF_ANYWAY, ...ADDRESS_BAR].join(',')}`,
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
