import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { evaluatedModules } from './vite.evaluated.ts';
import { preactForReact } from './vite.preact.ts';
import { unusedRouterParts } from './vite.router-parts.ts';

/** Bundler checks of all builds: timings are irrelevant to those who only start the site. */
export const checks = { bundlerTimings: false };

/** Build settings shared by the site and the console. */
export const shared = {
  plugins: [unusedRouterParts(), evaluatedModules(), react(), tailwindcss()],
  resolve: {
    alias: [
      ...preactForReact,
      // The half of the library that formats the messages compiled by evaluatedModules.
      { find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' },
      // The package exports only its development build, which contains warnings; this is the production build beside it.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url)),
      },
    ],
  },
} satisfies UserConfig;
