import { defineConfig, type Rolldown } from 'vite';
import { checks, shared } from './vite.shared.ts';

/** Our own code, and the packages that every page uses. */
const COMMON = /src\/(web|domain|contract|texts)\/|node_modules\/(@tanstack|use-intl|zustand|lucide-react|@formatjs)\//;

const ICONS = /node_modules\/lucide-react\/dist\/esm\/icons\//;

/** Named by the package's index, which the first page imports, but not used there. */
const LATER = /node_modules\/@tanstack\/.+\/(mutationObserver|useMutation)\.js$/;

/** The page where most visitors arrive. */
const FIRST_PAGE = /src\/web\/pages\/matches-page\.tsx$/;

/** Returns whether the first page needs a module to start. */
function isNeededFirst(id: string, modules: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (FIRST_PAGE.test(id)) return true;
  if (seen.has(id) || LATER.test(id)) return false;
  seen.add(id);
  return modules.getModuleInfo(id)?.importers.some((importer) => isNeededFirst(importer, modules, seen)) ?? false;
}

/** Builds the site: index.html (whose placeholders the server fills in) and hashed files beside it. */
export default defineConfig({
  ...shared,
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    // The server reads from the manifest which files a page starts with.
    manifest: true,
    // A data: URL would need an exception in the Content Security Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks,
      output: {
        // Packages change less often than our own code, so visitors keep them cached across versions.
        codeSplitting: {
          groups: [
            { name: 'preact', test: /node_modules\/(preact|react-router)\//, priority: 2 },
            // The shell around every page, with all its dependencies.
            { name: 'shell', tags: ['$initial'], test: COMMON, priority: 1 },
            // Modules that the first page shares with others, in one file: many small files compress badly and need a request each.
            {
              debugName: 'shared',
              name: (id, modules) => (isNeededFirst(id, modules) ? 'shared' : null),
              minShareCount: 2,
              test: COMMON,
              priority: 1,
            },
            // Every form needs both: a chunk of each would be one more name in the list of all chunks, which the first page has.
            { name: 'form', test: /src\/web\/(lib\/use-submit|ui\/form)\.tsx?$/ },
            // Icons of later pages are smaller than a request for one of them.
            { name: 'icons', test: ICONS, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
