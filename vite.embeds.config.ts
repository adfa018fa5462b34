import { defineConfig } from 'vite';
import { checks } from './vite.shared.ts';

/** Files of embeds by build mode. Each is one script without imports and with a fixed name: other sites and their readers link them. */
const FILES: Record<string, { entry: string; file: string }> = {
  embed: { entry: 'src/web/embeds/embed.ts', file: 'embed' },
  'embed-page': { entry: 'src/web/embeds/page.ts', file: 'embed/page' },
};

/** Builds the script that other sites include, or (`--mode embed-page`) the script and styles of embeds, beside the site (build that first). */
export default defineConfig(({ mode }) => {
  const { entry, file } = FILES[mode] ?? FILES.embed!;
  return {
    publicDir: false,
    build: {
      target: 'es2022',
      outDir: 'dist/web',
      emptyOutDir: false,
      lib: { entry, formats: ['iife'], name: 'matchpointEmbed', fileName: () => `${file}.js`, cssFileName: file },
      rolldownOptions: { checks },
    },
  };
});
