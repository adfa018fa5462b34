import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Context, Hono, Next } from 'hono';
import { compress } from 'hono/compress';
import { getCookie } from 'hono/cookie';
import { getMimeType } from 'hono/utils/mime';
import { type Locale, matchLocale } from '#domain/identity/locale.ts';
import type { PageName } from '#domain/matches/site-page.ts';
import { packageRoot } from '#server/platform/data-folder.ts';
import { preferredLocale } from './app-error.ts';
import { answerCached, type CachePolicy, type EncodedBytes, encodeBytes, REVALIDATED } from './encoded-response.ts';
import { isForApi, isForEmbed } from './security-headers.ts';

const compressed = compress();

type PageEnv = { Variables: { secureHeadersNonce: string } };

/**
 * Whether a path is of a file named after its content. If it no longer exists, an old page that requests it must not get a page instead.
 */
const isAsset = (path: string): boolean => path.startsWith('/assets/');

/** Whether a path is named like a file. If it does not exist, it is an error: neither a picture nor a service worker can be a page. */
const isFileName = (path: string): boolean => !/^text\/html\b/.test(getMimeType(path) ?? 'text/html');

/** The operators' console is a separate page, at every path below /admin (docs/decisions/035). */
const isForConsole = (path: string): boolean => /^\/admin(\/|$)/i.test(path);

/**
 * Serves the site that `vite build` made: its files, and for the path of every page the one HTML page, with the description from
 * `describe`. Other paths redirect to where `describe` says. The nonce is made by security-headers.ts.
 */
export function staticRoutes(app: Hono, describe: DescribePage, folder = join(packageRoot, 'dist', 'web')): void {
  let site: { files: SiteFiles; page: Page } | null = null;
  let console: ConsolePage | null = null;
  // For pages, which are rendered for each request; files are cached compressed.
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

/** Files named after their content never change; all others are revalidated each time. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Files of embeds that have plain names: other sites link them, and a new version reaches their readers within the hour. */
const AN_HOUR = 'public, max-age=3600';
/** Flags have plain names and hardly ever change. */
const A_WEEK = 'public, max-age=604800';

/** The built files, and the flags, by URL path. Each is read, and compressed in each encoding, only once. */
function siteFiles(folder: string): SiteFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'));
  // The pages are rendered for each visitor (see `sitePage`); the build's notes are internal.
  const served = names.filter((name) => !['/index.html', '/admin.html'].includes(name) && !name.startsWith('/.'));
  const places = new Map([...served.map((name) => [name, join(folder, name)] as const), ...flagFiles()]);
  const read = new Map<string, Promise<EncodedBytes>>();
  const find = async (path: string): Promise<EncodedBytes | null> => {
    const place = places.get(path);
    if (place === undefined) return null;
    const bytes = read.get(path) ?? readFile(place).then((content) => encodeBytes(content, cachePolicyOf(path)));
    read.set(path, bytes);
    return bytes;
  };
  return { find };
}

/** A country's code, or that of a home nation. The package also has flags of languages and organizations. */
const FLAG = /^[a-z]{2}(-[a-z]{3})?\.svg$/;

/** The round flags of the package circle-flags, which the page shows for countries that it has no drawing of. */
function flagFiles(): [path: string, file: string][] {
  const flags = join(dirname(createRequire(import.meta.url).resolve('circle-flags/package.json')), 'flags');
  return readdirSync(flags).flatMap((name) => (FLAG.test(name) ? [[`/flags/${name}`, join(flags, name)]] : []));
}

const cachePolicyOf = (path: string): CachePolicy => ({
  contentType: getMimeType(path) ?? 'application/octet-stream',
  cacheControl: path.startsWith('/assets/') ? FOREVER : path.startsWith('/flags/') ? A_WEEK : isForEmbed(path) ? AN_HOUR : REVALIDATED,
  brotliQuality: 8,
});

interface Page {
  /**
   * Returns the page in the visitor's theme and language, so that neither changes visibly when the scripts run, and with its description.
   */
  render: (c: Context, nonce: string, locale: Locale, described: Described) => string;
  headers: Record<string, string>;
}

/** The page of the console: the same at all its paths and for everybody. */
type ConsolePage = Omit<Page, 'render'> & { render: (c: Context, nonce: string, locale: Locale) => string };

/** Which page is at a path, and its description in a language, as HTML for its head. */
interface Described {
  page: PageName;
  status: 200 | 404;
  head: string;
  /** The HTML shown until its scripts run. */
  first: string;
}

/** Describes the page at a path, or returns where the path redirects. */
export type DescribePage = (c: Context, locale: Locale) => Promise<Described | { redirect: string }>;

/** The themes: the visitor's choice, and its name in the design. */
const THEMES = new Map([
  ['dark', 'floodlit'],
  ['light', 'programme'],
  ['system', 'system'],
]);
const MODULES = /<(?:script type|link rel)="module(?:preload)?"/g;
const STYLES = /<link rel="stylesheet"[^>]* href="([^"]+)">/;
const FONT = /^archivo-latin-(?!ext).*\.woff2$/;

function sitePage(folder: string): Page {
  const fill = readTemplate(folder, { html: 'index.html', manifest: 'manifest.json', theme: 'system' });
  const render: Page['render'] = (c, nonce, locale, { page, head, first }) =>
    // Without these, the browser would discover the page's own code and texts only when the first scripts run.
    fill(c, nonce, locale, {
      sources: [`src/web/pages/${page.replace('_', '-')}-page.tsx`, `src/web/i18n/${locale}/first-messages.ts`],
      head,
      first,
      // A page with nothing to show yet, as when an address has asked too often, is not worth the bytes.
      isFirstVisit: first !== '' && getCookie(c, 'tz') === undefined,
    });
  return { render, headers: pageHeaders(folder, 'assets') };
}

/** The page of the console. Its default theme is light (docs/decisions/035). */
function consolePage(folder: string): ConsolePage {
  const fill = readTemplate(folder, { html: 'admin.html', manifest: 'console.json', theme: 'programme' });
  const render: ConsolePage['render'] = (c, nonce, locale) => {
    const sources = ['first', 'later', 'admin'].map((part) => `src/web/i18n/${locale}/${part}-messages.ts`);
    return fill(c, nonce, locale, { sources, head: '<title>Matchpoint</title>', first: '', isFirstVisit: false });
  };
  return { render, headers: pageHeaders(folder, 'assets/console') };
}

/** The headers of a page whose files are in a folder of the site. */
function pageHeaders(folder: string, files: string): Record<string, string> {
  // Every page needs this font long before the styles request it.
  const font = readdirSync(join(folder, files)).find((name) => FONT.test(name));
  const preload = font && { Link: `</${files}/${font}>; rel=preload; as=font; type="font/woff2"; crossorigin` };
  return { 'Cache-Control': 'private, no-cache', ...preload };
}

interface Template {
  /** A file of the built site. */
  html: string;
  /** The build's manifest that lists its modules. */
  manifest: string;
  /** The theme for visitors who have chosen none. */
  theme: string;
}

/** The values of a page's placeholders, and the modules that it loads first. */
interface Filling {
  sources: readonly string[];
  head: string;
  first: string;
  /** Whether the styles come with the page: whoever has no file of ours yet sees it one round trip earlier. */
  isFirstVisit: boolean;
}

function readTemplate(folder: string, { html, manifest, theme }: Template) {
  // The page is readable without its scripts, so styles and fonts load first.
  const built = readFileSync(join(folder, html), 'utf8').replace(MODULES, '$& fetchpriority="low"');
  const [link = '', href = ''] = STYLES.exec(built) ?? [];
  const template = built.replace(link || STYLES, '<!--STYLES-->');
  const styles = href && readFileSync(join(folder, href), 'utf8');
  const modules = moduleFiles(join(folder, '.vite', manifest), built);
  return (c: Context, nonce: string, locale: Locale, { sources, head, first, isFirstVisit }: Filling): string => {
    const early = modules(sources).map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`);
    const values: Record<string, string> = {
      LANG: locale,
      THEME: THEMES.get(getCookie(c, 'theme') ?? '') ?? theme,
      NONCE: nonce,
      FIRST: first,
      HEAD: [head, ...early].join('\n    '),
      STYLES: isFirstVisit ? `<style nonce="${nonce}" data-href="${href}">${styles}</style>` : link,
    };
    // Replaces all at once, and by a function: names of teams may contain any of these placeholders, and "$&" too.
    return template.replace(/__(LANG|THEME|NONCE)__|<!--(HEAD|FIRST|STYLES)-->/g, (_, value, part) => values[value ?? part]!);
  };
}

/** The language the visitor chose, else that of the link, else the first supported one that the browser accepts (docs/decisions/010). */
const pageLocale = (c: Context): Locale =>
  matchLocale(getCookie(c, 'lang') ?? '') ?? matchLocale(c.req.query('lang') ?? '') ?? preferredLocale(c.req.header('accept-language'));

/** Vite's record of a built module: its file, and the modules that it imports statically. */
interface BuiltModule {
  file: string;
  imports?: string[];
}

/** Returns the files that modules need to start, except those that the page already names. */
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
