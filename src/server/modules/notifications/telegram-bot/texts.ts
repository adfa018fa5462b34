import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from '#domain/identity/locale.ts';
import { en } from '#texts/en/telegram-bot.ts';
import type { BotWords } from '#texts/shapes.ts';
import { vi } from '#texts/vi/telegram-bot.ts';
import { zhCN } from '#texts/zh-CN/telegram-bot.ts';

export const BOT_WORDS: Record<Locale, BotWords> = { en, 'zh-CN': zhCN, vi };

export type Word = Exclude<keyof BotWords, 'commands'>;

/** Returns one of the bot's texts in a language. Values are inserted unescaped: the bot sends plain text without markup. */
export const say = (locale: Locale, word: Word, values: Record<string, string | number> = {}): string =>
  String(new IntlMessageFormat(BOT_WORDS[locale][word], locale, undefined, { ignoreTag: true }).format(values));
