import { defineConfig } from 'vite';
import { evaluatedModules } from './vite.evaluated.ts';
import { checks } from './vite.shared.ts';

/** Builds the service worker: a single script without imports, placed beside the site (build that first), with a fixed file name. */
export default defineConfig({
  publicDir: false,
  plugins: [evaluatedModules()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    outDir: 'dist/web',
    emptyOutDir: false,
    lib: { entry: 'src/web/service-worker.ts', formats: ['iife'], name: 'serviceWorker', fileName: () => 'service-worker.js' },
    rolldownOptions: { checks },
  },
});
