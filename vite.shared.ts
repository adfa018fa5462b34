import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { evaluatedModules } from './vite.evaluated.ts';
import { directIcons, unusedRouterParts } from './vite.unused.ts';

/** What the site and the console are built by alike. */
export const shared = {
  plugins: [directIcons(), unusedRouterParts(), evaluatedModules(), react(), tailwindcss()],
  resolve: {
    alias: [
      // The half of the library that formats what evaluatedModules compiled.
      { find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' },
      // The package exports its development build alone, with warnings that nobody reads in production; the other one lies beside it.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url)),
      },
    ],
  },
} satisfies UserConfig;
