import { existsSync } from 'node:fs';
import { defineConfig } from 'vite';

const programs = ['main', 'import'].filter((name) => existsSync(`src/server/${name}.ts`));

/** The server as plain JavaScript: its own modules bundled, packages left where npm put them. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rollupOptions: { input: Object.fromEntries(programs.map((name) => [name, `src/server/${name}.ts`])) },
  },
});
