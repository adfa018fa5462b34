import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { type Locale, matchLocale } from '#domain/locale.ts';
import type { PageName } from '#domain/site-page.ts';
import { preferredLocale } from './problem.ts';

export interface Page {
  /** The page in the visitor's theme and language, so that nothing flashes when the scripts arrive, with what it says of itself. */
  render: (c: Context, nonce: string, locale: Locale, described: Described) => string;
  headers: Record<string, string>;
}

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

/** What visitors choose, and what the design calls it; everything else follows their system. */
const THEMES = new Map([
  ['dark', 'floodlit'],
  ['light', 'programme'],
]);
const MODULES = /<(?:script type|link rel)="module(?:preload)?"/g;
const FONT = /^archivo-latin-(?!ext).*\.woff2$/;

export function sitePage(folder: string): Page {
  // The page can be read without its scripts: what it is set in comes first.
  const template = readFileSync(join(folder, 'index.html'), 'utf8').replace(MODULES, '$& fetchpriority="low"');
  const font = readdirSync(join(folder, 'assets')).find((name) => FONT.test(name));
  const modules = moduleFiles(folder, template);
  const render: Page['render'] = (c, nonce, locale, { page, head, first }) => {
    // Without these the browser would learn of the page's own code and of its words only when the first scripts run.
    const early = modules([`src/web/pages/${page.replace('_', '-')}-page.tsx`, `src/web/i18n/${locale}/first-messages.ts`]);
    const values: Record<string, string> = {
      LANG: locale,
      THEME: THEMES.get(getCookie(c, 'theme') ?? '') ?? 'system',
      NONCE: nonce,
      FIRST: first,
      HEAD: [head, ...early.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)].join('\n    '),
    };
    // All at once, and by a function: names of teams may hold any of these signs, and "$&" too.
    return template.replace(/__(LANG|THEME|NONCE)__|<!--(HEAD|FIRST)-->/g, (_, value, part) => values[value ?? part]!);
  };
  // The letters that every page is set in are wanted long before the styles ask for them.
  const preload = font && { Link: `</assets/${font}>; rel=preload; as=font; type="font/woff2"; crossorigin` };
  return { render, headers: { 'Cache-Control': 'private, no-cache', ...preload } };
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
function moduleFiles(folder: string, template: string): (sources: readonly string[]) => string[] {
  const path = join(folder, '.vite', 'manifest.json');
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
