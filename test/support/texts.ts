import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from '#domain/identity/locale.ts';
import { en as embedsEn } from '#texts/en/embeds.ts';
import { en as errorsEn } from '#texts/en/errors.ts';
import { en as messagesEn } from '#texts/en/messages.ts';
import { en as notificationsEn } from '#texts/en/notifications.ts';
import * as pagesEn from '#texts/en/pages.ts';
import { en as botEn } from '#texts/en/telegram-bot.ts';
import { vi as embedsVi } from '#texts/vi/embeds.ts';
import { vi as errorsVi } from '#texts/vi/errors.ts';
import { vi as messagesVi } from '#texts/vi/messages.ts';
import { vi as notificationsVi } from '#texts/vi/notifications.ts';
import * as pagesVi from '#texts/vi/pages.ts';
import { vi as botVi } from '#texts/vi/telegram-bot.ts';
import { zhCN as embedsZh } from '#texts/zh-CN/embeds.ts';
import { zhCN as errorsZh } from '#texts/zh-CN/errors.ts';
import { zhCN as messagesZh } from '#texts/zh-CN/messages.ts';
import { zhCN as notificationsZh } from '#texts/zh-CN/notifications.ts';
import * as pagesZh from '#texts/zh-CN/pages.ts';
import { zhCN as botZh } from '#texts/zh-CN/telegram-bot.ts';
import { messages as siteEn } from '#web/i18n/en/messages.ts';
import { messages as siteVi } from '#web/i18n/vi/messages.ts';
import { messages as siteZh } from '#web/i18n/zh-CN/messages.ts';

interface Tree {
  readonly [key: string]: string | Tree;
}

const TREES: Record<Locale, Tree> = {
  en: {
    site: siteEn,
    errors: errorsEn,
    embeds: embedsEn,
    messages: messagesEn,
    notifications: notificationsEn,
    pages: pagesEn,
    bot: botEn,
  } as unknown as Tree,
  'zh-CN': {
    site: siteZh,
    errors: errorsZh,
    embeds: embedsZh,
    messages: messagesZh,
    notifications: notificationsZh,
    pages: pagesZh,
    bot: botZh,
  } as unknown as Tree,
  vi: {
    site: siteVi,
    errors: errorsVi,
    embeds: embedsVi,
    messages: messagesVi,
    notifications: notificationsVi,
    pages: pagesVi,
    bot: botVi,
  } as unknown as Tree,
};

/** Returns every text of the site and the server in one language, by its path: `site.bets.heading`, `errors.not_found`. */
export const textsIn = (locale: Locale): Map<string, string> => new Map(flat(TREES[locale], ''));

const flat = (tree: Tree, path: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

const LITERAL = 0;

function walk(elements: Element[], visit: (element: Element) => void): void {
  for (const element of elements) {
    visit(element);
    if ('options' in element) for (const option of Object.values(element.options)) walk(option.value as Element[], visit);
    if ('children' in element) walk(element.children as Element[], visit);
  }
}

/** Returns the arguments and tags of an ICU message, sorted. */
export function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  walk(new IntlMessageFormat(message, 'en').getAst(), (element) => {
    if (element.type !== LITERAL && 'value' in element && typeof element.value === 'string') names.add(element.value);
  });
  return [...names].sort();
}

/** Returns what an ICU message says in all its branches, without arguments and markup. */
export function wordsOf(message: string): string {
  const words: string[] = [];
  walk(new IntlMessageFormat(message, 'en').getAst(), (element) => {
    words.push(element.type === LITERAL ? element.value : ' · ');
  });
  return words.join('').replaceAll('’', "'");
}

const COLUMN: Record<Locale, string> = { en: 'not', 'zh-CN': '不用', vi: 'không dùng' };

/** Reads the words that no text of a language may use from docs/glossary-texts.md. */
export function bannedWords(locale: Locale): string[] {
  const lines = readFileSync(new URL('../../docs/glossary-texts.md', import.meta.url), 'utf8').split('\n');
  let column = -1;
  const words: string[] = [];
  for (const line of lines) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.length < 3) column = -1;
    else if (column < 0) column = cells.indexOf(COLUMN[locale]);
    else if (!line.startsWith('|--')) words.push(...(cells[column] ?? '').split(', ').filter((word) => word !== ''));
  }
  return words;
}

/** Returns the banned words that a text contains. */
export function bannedIn(text: string, banned: readonly string[], locale: Locale): string[] {
  const words = wordsOf(text).toLowerCase();
  return banned.filter((word) => {
    const pattern = word.toLowerCase();
    if (locale === 'zh-CN') return words.includes(pattern);
    const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '*' ? '\\p{L}*' : `\\${sign}`));
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(words);
  });
}
