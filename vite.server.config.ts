import { existsSync } from 'node:fs';
import { defineConfig } from 'vite';
import { checks } from './vite.shared.ts';

/** Entry points by the name of the built file; those ending in -worker are threads (src/server/platform/open-thread.ts). */
const programs = Object.entries({
  main: 'src/server/main.ts',
  import: 'src/server/commands/import.ts',
  admin: 'src/server/commands/admin.ts',
  feed: 'src/server/commands/feed.ts',
  backup: 'src/server/commands/backup/backup.ts',
  restore: 'src/server/commands/backup/restore.ts',
  'football-data-worker': 'src/server/modules/match-data/providers/football-data/read-ahead-worker.ts',
  'password-worker': 'src/server/modules/identity/auth/password-worker.ts',
  'past-worker': 'src/demo/past/past-worker.ts',
  'forecast-worker': 'src/server/modules/forecasting/forecasts/forecast-worker.ts',
}).filter(([, file]) => existsSync(file));

/** Builds the server as plain JavaScript: bundles its own modules and leaves packages in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: { checks, input: Object.fromEntries(programs) },
  },
});
