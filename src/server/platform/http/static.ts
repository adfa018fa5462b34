import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Context, Hono, Next } from 'hono';
import { compress } from 'hono/compress';
import { getCookie } from 'hono/cookie';
import { getMimeType } from 'hono/utils/mime';
import { type Locale, matchLocale } from '#domain/identity/locale.ts';
import type { PageName } from '#domain/matches/site-page.ts';
import { packageRoot } from '#server/platform/data-folder.ts';
import { preferredLocale } from './app-error.ts';
import { answerCached, type CachePolicy, type EncodedBytes, encodeBytes } from './encoded-response.ts';
import { isForApi } from './security-headers.ts';

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
  // The pages themselves are written anew for each visitor (see `sitePage`); what the build noted for us is nobody else's.
  const served = names.filter((name) => !['/index.html', '/admin.html'].includes(name) && !name.startsWith('/.'));
  const known = new Map<string, Promise<EncodedBytes> | null>(served.map((name) => [name, null]));
  const find = async (path: string): Promise<EncodedBytes | null> => {
    const kept = known.get(path);
    if (kept === undefined) return null;
    if (kept) return kept;
    const read = readFile(join(folder, path)).then((bytes) => encodeBytes(bytes, cachePolicyOf(path)));
    known.set(path, read);
    return read;
  };
  return { find };
}

const cachePolicyOf = (path: string): CachePolicy => ({
  contentType: getMimeType(path) ?? 'application/octet-stream',
  cacheControl: path.startsWith('/assets/') ? FOREVER : ASK_AGAIN,
  brotliQuality: 8,
});

interface Page {
  /** The page in the visitor's theme and language, so that nothing flashes when the scripts arrive, with what it says of itself. */
  render: (c: Context, nonce: string, locale: Locale, described: Described) => string;
  headers: Record<string, string>;
}

/** The console's page: the same for all its addresses, and for whoever opens it. */
type ConsolePage = Omit<Page, 'render'> & { render: (c: Context, nonce: string, locale: Locale) => string };

/** Which page is at an address, and what it says of itself in a language, as HTML for its head. */
interface Described {
  page: PageName;
  status: 200 | 404;
  head: string;
  /** What it shows until its scripts are there, as HTML. */
  first: string;
}

/** Describes the page at an address, or says where the address leads instead. */
export type DescribePage = (c: Context, locale: Locale) => Promise<Described | { redirect: string }>;

/** What visitors choose, and what the design calls it. */
const THEMES = new Map([
  ['dark', 'floodlit'],
  ['light', 'programme'],
  ['system', 'system'],
]);
const MODULES = /<(?:script type|link rel)="module(?:preload)?"/g;
const FONT = /^archivo-latin-(?!ext).*\.woff2$/;

function sitePage(folder: string): Page {
  const fill = readTemplate(folder, { html: 'index.html', manifest: 'manifest.json', theme: 'system' });
  const render: Page['render'] = (c, nonce, locale, { page, head, first }) =>
    // Without these the browser would learn of the page's own code and of its words only when the first scripts run.
    fill(c, nonce, locale, {
      sources: [`src/web/pages/${page.replace('_', '-')}-page.tsx`, `src/web/i18n/${locale}/first-messages.ts`],
      head,
      first,
    });
  return { render, headers: pageHeaders(folder, 'assets') };
}

/** The page of the console. Its default theme is light (docs/decisions/035). */
function consolePage(folder: string): ConsolePage {
  const fill = readTemplate(folder, { html: 'admin.html', manifest: 'console.json', theme: 'programme' });
  const render: ConsolePage['render'] = (c, nonce, locale) => {
    const sources = ['first', 'later', 'admin'].map((part) => `src/web/i18n/${locale}/${part}-messages.ts`);
    return fill(c, nonce, locale, { sources, head: '<title>Matchpoint</title>', first: '' });
  };
  return { render, headers: pageHeaders(folder, 'assets/console') };
}

/** What goes with a page whose files are in a folder of the site. */
function pageHeaders(folder: string, files: string): Record<string, string> {
  // The letters that every page is set in are wanted long before the styles ask for them.
  const font = readdirSync(join(folder, files)).find((name) => FONT.test(name));
  const preload = font && { Link: `</${files}/${font}>; rel=preload; as=font; type="font/woff2"; crossorigin` };
  return { 'Cache-Control': 'private, no-cache', ...preload };
}

interface Template {
  /** A file of the built site. */
  html: string;
  /** Which of the build's notes says of what modules it is made. */
  manifest: string;
  /** What it is shown in to those who chose no theme. */
  theme: string;
}

/** What stands in a page's places, and the modules that it begins with. */
interface Filling {
  sources: readonly string[];
  head: string;
  first: string;
}

function readTemplate(folder: string, { html, manifest, theme }: Template) {
  // The page can be read without its scripts: what it is set in comes first.
  const template = readFileSync(join(folder, html), 'utf8').replace(MODULES, '$& fetchpriority="low"');
  const modules = moduleFiles(join(folder, '.vite', manifest), template);
  return (c: Context, nonce: string, locale: Locale, { sources, head, first }: Filling): string => {
    const early = modules(sources).map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`);
    const values: Record<string, string> = {
      LANG: locale,
      THEME: THEMES.get(getCookie(c, 'theme') ?? '') ?? theme,
      NONCE: nonce,
      FIRST: first,
      HEAD: [head, ...early].join('\n    '),
    };
    // All at once, and by a function: names of teams may hold any of these signs, and "$&" too.
    return template.replace(/__(LANG|THEME|NONCE)__|<!--(HEAD|FIRST)-->/g, (_, value, part) => values[value ?? part]!);
  };
}

/** The language the visitor chose, else the link's, else the first of ours that the browser asks for (docs/decisions/010). */
const pageLocale = (c: Context): Locale =>
  matchLocale(getCookie(c, 'lang') ?? '') ?? matchLocale(c.req.query('lang') ?? '') ?? preferredLocale(c.req.header('accept-language'));

/** What Vite writes down of a module that it built: its file, and the modules that it cannot begin without. */
interface BuiltModule {
  file: string;
  imports?: string[];
}

/** The files that modules need to begin, but for those that the page names already. */
function moduleFiles(path: string, template: string): (sources: readonly string[]) => string[] {
  const built: Record<string, BuiltModule> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const filesOf = (source: string, seen: Set<string>): string[] => {
    const found = built[source];
    if (!found || seen.has(source)) return [];
    seen.add(source);
    return [found.file, ...(found.imports ?? []).flatMap((imported) => filesOf(imported, seen))];
  };
  const kept = new Map<string, string[]>();
  return (sources) => {
    const key = sources.join(' ');
    const seen = new Set<string>();
    const files = kept.get(key) ?? sources.flatMap((source) => filesOf(source, seen)).filter((file) => !template.includes(file));
    kept.set(key, files);
    return files;
  };
}
