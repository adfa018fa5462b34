import { defineConfig } from 'vite';
import { evaluatedModules } from './vite.evaluated.ts';

/** The service worker: one script that imports nothing, beside the site (build that first), under a name that never changes. */
export default defineConfig({
  publicDir: false,
  plugins: [evaluatedModules()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    outDir: 'dist/web',
    emptyOutDir: false,
    lib: { entry: 'src/web/service-worker.ts', formats: ['iife'], name: 'serviceWorker', fileName: () => 'service-worker.js' },
  },
});
