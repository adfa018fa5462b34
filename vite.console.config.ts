import { defineConfig } from 'vite';
import { checks, shared } from './vite.shared.ts';

/**
 * Builds the console: admin.html and its own hashed files, placed beside the site (build that first). A separate build, so that none of its
 * code can be part of the visitors' files (docs/decisions/035).
 */
export default defineConfig({
  ...shared,
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsDir: 'assets/console',
    target: 'es2022',
    sourcemap: true,
    // The server reads from the manifest which texts the console starts with.
    manifest: '.vite/console.json',
    // A data: URL would need an exception in the Content Security Policy.
    assetsInlineLimit: 0,
    rolldownOptions: { checks, input: 'admin.html' },
  },
});
