import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { type Locale, matchLocale } from '#domain/identity/locale.ts';
import type { PageName } from '#domain/matches/site-page.ts';
import { preferredLocale } from './problem.ts';

export interface Page {
  /** The page in the visitor's theme and language, so that nothing flashes when the scripts arrive, with what it says of itself. */
  render: (c: Context, nonce: string, locale: Locale, described: Described) => string;
  headers: Record<string, string>;
}

/** The console's page: the same for all its addresses, and for whoever opens it. */
export type ConsolePage = Omit<Page, 'render'> & { render: (c: Context, nonce: string, locale: Locale) => string };

/** Which page is at an address, and what it says of itself in a language, as HTML for its head. */
export interface Described {
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

export function sitePage(folder: string): Page {
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
export function consolePage(folder: string): ConsolePage {
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
export const pageLocale = (c: Context): Locale =>
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
