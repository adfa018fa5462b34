import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The site: index.html (whose placeholders the server fills in) and hashed files beside it. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    // A data: URL would need a hole in the Content Security Policy.
    assetsInlineLimit: 0,
  },
});
