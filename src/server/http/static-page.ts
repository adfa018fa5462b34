import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { type Locale, matchLocale } from '#domain/locale.ts';
import { preferredLocale } from './problem.ts';

export interface Page {
  /** The page in the visitor's theme and language, so that nothing flashes when the scripts arrive. */
  render: (c: Context, nonce: string) => string;
  headers: Record<string, string>;
}

/** What visitors choose, and what the design calls it; everything else follows their system. */
const THEMES = new Map([
  ['dark', 'floodlit'],
  ['light', 'programme'],
]);
const FONT = /^archivo-latin-(?!ext).*\.woff2$/;

export function sitePage(folder: string): Page {
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const font = readdirSync(join(folder, 'assets')).find((name) => FONT.test(name));
  const render = (c: Context, nonce: string): string => {
    const values: Record<string, string> = { LANG: localeOf(c), THEME: THEMES.get(getCookie(c, 'theme') ?? '') ?? 'system', NONCE: nonce };
    return template.replace(/__(LANG|THEME|NONCE)__/g, (_, name: string) => values[name]!);
  };
  // The letters that every page is set in are wanted long before the styles ask for them.
  const preload = font && { Link: `</assets/${font}>; rel=preload; as=font; type="font/woff2"; crossorigin` };
  return { render, headers: { 'Cache-Control': 'private, no-cache', ...preload } };
}

const localeOf = (c: Context): Locale => matchLocale(getCookie(c, 'lang') ?? '') ?? preferredLocale(c.req.header('accept-language'));
