import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '#domain/identity/locale.ts';
import type { EmbedTheme } from '#domain/matches/embed.ts';
import { packageRoot } from '#server/platform/data-folder.ts';
import type { Card } from './card.ts';
import { Html, html } from './html.ts';
import { wordsIn } from './words.ts';

const FOLDER = join(packageRoot, 'dist', 'web', 'embed');
const FILES = ['page.css', 'page.js'];
let version: string | null = null;

/** Returns the version of the files of embeds: browsers keep them for an hour, and ask for a new version at once. */
function filesVersion(): string {
  if (version !== null) return version;
  const paths = FILES.map((name) => join(FOLDER, name));
  if (!paths.every((path) => existsSync(path))) return 'none';
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(path));
  version = hash.digest('base64url').slice(0, 8);
  return version;
}

/**
 * Renders the page of an embed. It names no host, so that it is the same by whatever address it was asked for. `#card` is what the script
 * replaces when something changes. It is a part of another page, so that it has no landmark that a page has once.
 */
export function renderPage(card: Card, { locale, theme }: { locale: Locale; theme: EmbedTheme }): string {
  const { texts } = wordsIn(locale);
  const files = filesVersion();
  const to = `${card.path}${card.path.includes('?') ? '&' : '?'}lang=${locale}`;
  return html`${DOCTYPE}<html lang="${locale}" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${card.title} · Matchpoint</title><link rel="stylesheet" href="/embed/page.css?v=${files}"><script src="/embed/page.js?v=${files}" defer></script></head><body><section aria-label="${card.title}"><div id="card" data-poll="${card.pollSeconds}" data-news="${card.news}"><h1 class="sr">${card.title}</h1>${card.body}</div><p class="link"><a href="${to}" target="_blank" rel="noopener">${texts.open[card.open]}<span class="sr"> (${texts.new_tab})</span></a></p></section><p role="status" class="sr"></p></body></html>`
    .text;
}

const DOCTYPE = new Html('<!doctype html>');
