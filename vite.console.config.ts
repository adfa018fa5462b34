import { defineConfig } from 'vite';
import { shared } from './vite.shared.ts';

/**
 * The console: admin.html and hashed files of its own, laid beside the site (build that first). Built apart, so that nothing of it can
 * ever be in what visitors fetch (docs/decisions/035).
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
    // By it the server knows which words the console begins with.
    manifest: '.vite/console.json',
    // A data: URL would need a hole in the Content Security Policy.
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'admin.html' },
  },
});
