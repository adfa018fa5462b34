import { defineConfig } from '@playwright/test';

/** Tests that mostly wait for matches or for a site of their own. They start first, four at a time, so that the run does not end with them. */
const WAITING =
  /(journey|evening|operations-day|provider-day|other-sports|predictions|two-processes|operator|ways-in|spoiler-shield)\.test\.ts$/;

/** Features that Playwright disables itself: of several such lists Chromium uses only the last one. */
const OFF_ANYWAY = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];
/** Pages of the address bar, which are not visible here: loaded for each window, they take a third of the browser's processor time. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** A process kept ready for the next site that a page leads to. Ours lead to none, and each new one took a tenth of the run's processor time. */
const SPARE_PROCESS = ['SpareRendererForSitePerProcess'];

/** Runs the end-to-end tests in the Chromium found by `npm test`, on a shared site (test/e2e/shared-site.ts). */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  globalSetup: './test/e2e/shared-site.ts',
  // These leave 3 % of two processors idle.
  workers: 6,
  fullyParallel: true,
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: 4 },
    { name: 'busy', testMatch: '*.test.ts', testIgnore: WAITING, workers: 2 },
  ],
  // Steps have limits of their own. This one is five times the duration of the longest test, because machines may be that much slower.
  timeout: 1_200_000,
  // If everything fails, each failure would take its full timeout.
  maxFailures: 10,
  expect: { timeout: 40_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    // Without a limit, an action on an element that never appears would take the test's whole time.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // Endless animations would be rendered by this machine's processor.
    contextOptions: { reducedMotion: 'reduce' },
    // Cached responses would come between a test and the server; the offline test allows service workers.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Asia/Ho_Chi_Minh',
    // Recording every request and step takes a share of the processors; `--trace on` does.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--disable-features=${[...OFF_ANYWAY, ...ADDRESS_BAR, ...SPARE_PROCESS].join(',')}`,
        // Without a graphics processor, Chromium would emulate one.
        '--disable-gpu',
        // Other threads that compile and collect, and a process for each context, take a sixth of the processor time of journeys.
        '--js-flags=--single-threaded',
        '--renderer-process-limit=1',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
