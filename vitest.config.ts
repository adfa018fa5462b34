import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const webSetup = 'test/web/setup.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Of worlds, each on a database of its own: while one asks its database, another works.
    maxConcurrency: 2,
    // Generous: the machines are noisy, and a test that hangs is found as well.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'vite.*.test.ts',
            'src/{domain,contract,server}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tools/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: ['test/e2e/**'],
          // Files of a worker share what they load: nothing of ours keeps a state in a module, and loading anew took a fifth of the run.
          isolate: false,
          globalSetup: ['test/support/database-server.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: existsSync(webSetup) ? [webSetup, 'test/web/thread-worker.ts'] : [],
          // Its `?worker` is for Vite to understand, and for the setup to run in a thread.
          server: { deps: { inline: [/altcha\/dist\/workers/] } },
        },
      },
    ],
  },
});
