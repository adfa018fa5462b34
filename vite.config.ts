import { defineConfig, type Rolldown } from 'vite';
import { shared } from './vite.shared.ts';

/** Our own code, and the packages that every page leans on. */
const COMMON = /src\/(web|domain|contract|texts)\/|node_modules\/(@tanstack|use-intl|zustand|lucide-react|@formatjs)\//;

const ICONS = /node_modules\/lucide-react\/dist\/esm\/icons\//;

/** The first page imports the package's index, which names these, and sends nothing by them. */
const LATER = /node_modules\/@tanstack\/.+\/(mutationObserver|useMutation)\.js$/;

/** Where most visitors arrive. */
const FIRST_PAGE = /src\/web\/pages\/matches-page\.tsx$/;

/** Whether the first page cannot begin without a module. */
function isNeededFirst(id: string, modules: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (FIRST_PAGE.test(id)) return true;
  if (seen.has(id) || LATER.test(id)) return false;
  seen.add(id);
  return modules.getModuleInfo(id)?.importers.some((importer) => isNeededFirst(importer, modules, seen)) ?? false;
}

/** The site: index.html (whose placeholders the server fills in) and hashed files beside it. */
export default defineConfig({
  ...shared,
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
      // How the build's time is spent is no news for whoever starts the site.
      checks: { bundlerTimings: false },
      output: {
        // It changes more rarely than our own code: visitors keep it from one version to the next.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
            // What stands around every page, with all that it is made of.
            { name: 'shell', tags: ['$initial'], test: COMMON, priority: 1 },
            // What the first page shares with others, in one file: many small ones compress badly, and each has its own way to go.
            {
              debugName: 'shared',
              name: (id, modules) => (isNeededFirst(id, modules) ? 'shared' : null),
              minShareCount: 2,
              test: COMMON,
              priority: 1,
            },
            // Those of later pages are smaller than a request for one of them.
            { name: 'icons', test: ICONS, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
