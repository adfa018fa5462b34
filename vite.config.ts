import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { evaluatedModules } from './vite.evaluated.ts';

/** Our own code, and the packages that every page leans on. */
const COMMON = /src\/(web|domain|contract)\/|node_modules\/(@tanstack|use-intl|zustand|lucide-react|@formatjs)\//;

/** The site: index.html (whose placeholders the server fills in) and hashed files beside it. */
export default defineConfig({
  plugins: [evaluatedModules(), react(), tailwindcss()],
  // The half of the library that formats what evaluatedModules compiled.
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    // By it the server knows which files a page begins with.
    manifest: true,
    // A data: URL would need a hole in the Content Security Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // It changes more rarely than our own code: visitors keep it from one version to the next.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
            // What nearly every page needs, in one file: many small ones compress badly.
            { name: 'common', minShareCount: 7, test: COMMON, priority: 1 },
          ],
        },
      },
    },
  },
});
