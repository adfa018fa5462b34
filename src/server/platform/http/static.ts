import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Context, Hono, Next } from 'hono';
import { compress } from 'hono/compress';
import { getMimeType } from 'hono/utils/mime';
import { packageRoot } from '#server/platform/db/package-root.ts';
import { answerCached, type EncodedBytes, encodeBytes, type Keeping } from './encoded-response.ts';
import { isForApi } from './security-headers.ts';
import { type ConsolePage, consolePage, type DescribePage, type Page, pageLocale, sitePage } from './static-page.ts';

const compressed = compress();

type PageEnv = { Variables: { secureHeadersNonce: string } };

/** What is named after its content is there, or it is gone: an old page that asks for it shall not get a page instead. */
const isAsset = (path: string): boolean => path.startsWith('/assets/');

/** What is called like a file is one, or it is missing: neither a picture nor a service worker can be a page. */
const isFileName = (path: string): boolean => !/^text\/html\b/.test(getMimeType(path) ?? 'text/html');

/** The operators' console is a page by itself, at every address below its own (docs/decisions/035). */
const isForConsole = (path: string): boolean => /^\/admin(\/|$)/i.test(path);

/**
 * Serves the site that `vite build` made: its files, and for the path of every page the one page, with what `describe` has it
 * say of itself. Other paths lead to where `describe` says. The nonce is made by security-headers.ts.
 */
export function staticRoutes(app: Hono, describe: DescribePage, folder = join(packageRoot, 'dist', 'web')): void {
  let site: { files: SiteFiles; page: Page } | null = null;
  let console: ConsolePage | null = null;
  // For the page, which is written anew each time; files are kept compressed.
  app.use('*', (c: Context, next: Next) => (isForApi(c.req.path) ? next() : compressed(c, next)));
  (app as unknown as Hono<PageEnv>).get('*', async (c, next) => {
    const { path } = c.req;
    if (isForApi(path)) return next();
    if (!site && !existsSync(join(folder, 'index.html'))) return c.text(NOT_BUILT, 503, { 'Retry-After': '10' });
    site ??= { files: siteFiles(folder), page: sitePage(folder) };
    const file = await site.files.find(path);
    if (file) return answerCached(c, file);
    if (isAsset(path) || isFileName(path)) return next();
    const locale = pageLocale(c);
    if (isForConsole(path)) {
      console ??= consolePage(folder);
      return c.html(console.render(c, c.get('secureHeadersNonce'), locale), 200, console.headers);
    }
    const described = await describe(c, locale);
    if ('redirect' in described) return c.redirect(described.redirect, 302);
    return c.html(site.page.render(c, c.get('secureHeadersNonce'), locale, described), described.status, site.page.headers);
  });
}

const NOT_BUILT = 'The site has not been built: `npm start` builds it.';

interface SiteFiles {
  find: (path: string) => Promise<EncodedBytes | null>;
}

/** Files named after their content never change; the others are asked for again each time. */
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, no-cache';

/** The built files by their URL's path, each read, and compressed as asked for, once. */
function siteFiles(folder: string): SiteFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'));
  // The pages themselves are written anew for each visitor (see static-page.ts); what the build noted for us is nobody else's.
  const served = names.filter((name) => !['/index.html', '/admin.html'].includes(name) && !name.startsWith('/.'));
  const known = new Map<string, Promise<EncodedBytes> | null>(served.map((name) => [name, null]));
  const find = async (path: string): Promise<EncodedBytes | null> => {
    const kept = known.get(path);
    if (kept === undefined) return null;
    if (kept) return kept;
    const read = readFile(join(folder, path)).then((bytes) => encodeBytes(bytes, keeping(path)));
    known.set(path, read);
    return read;
  };
  return { find };
}

const keeping = (path: string): Keeping => ({
  contentType: getMimeType(path) ?? 'application/octet-stream',
  cacheControl: path.startsWith('/assets/') ? FOREVER : ASK_AGAIN,
  brotliQuality: 8,
});
