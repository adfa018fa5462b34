import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from '#domain/identity/locale.ts';
import { en } from './words/en.ts';
import { vi } from './words/vi.ts';
import type { BotWords } from './words/words.ts';
import { zhCN } from './words/zh-CN.ts';

export const BOT_WORDS: Record<Locale, BotWords> = { en, 'zh-CN': zhCN, vi };

export type Word = Exclude<keyof BotWords, 'commands'>;

/** A sentence of the bot's in a language. Values are put in as they are: the bot sends plain text, in which nothing is markup. */
export const say = (locale: Locale, word: Word, values: Record<string, string | number> = {}): string =>
  String(new IntlMessageFormat(BOT_WORDS[locale][word], locale, undefined, { ignoreTag: true }).format(values));
