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
    rolldownOptions: {
      output: {
        // Packages change more rarely than our own code: visitors keep them from one version to the next.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 1 },
            { name: 'packages', test: /node_modules\// },
          ],
        },
      },
    },
  },
});
