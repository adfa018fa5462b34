import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { preactForReact } from './vite.preact.ts';

export default defineConfig({
  test: {
    // One more than the two cores that CI has: workers wait for databases and processes for a third of the time.
    maxWorkers: 3,
    // Limits concurrent worlds, each on its own database: while one waits for its database, the other computes.
    maxConcurrency: 2,
    // Only ends tests that hang: beside other work, one that takes 8 seconds alone took more than a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // All tests that need no page, so that a new folder cannot be forgotten; those that need one end in .tsx.
          include: ['**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'dist/**', 'test/e2e/**'],
          // Files of a worker share loaded modules: none of our modules holds state, and reloading took a fifth of the run.
          isolate: false,
          // As the server: fewer collections of short-lived objects.
          execArgv: ['--max-semi-space-size=64'],
          globalSetup: ['test/support/database-server.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['**/*.test.tsx'],
          // Files of a worker share the page and the loaded packages, which took a third of the run; test/web/setup.ts resets the rest.
          isolate: false,
          setupFiles: ['test/web/setup.ts'],
          alias: preactForReact,
          execArgv: ['--import', new URL('vite.preact-in-tests.ts', import.meta.url).href],
          // Vite must resolve its `?worker` import so that the test setup can run it in a thread.
          server: { deps: { inline: [/altcha\/dist\/workers/] } },
        },
      },
    ],
  },
});
