import type { TeamRef } from '#contract/matches.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { formatMessage, nameOf } from '#server/modules/site/public.ts';
import { en } from '#texts/en/embeds.ts';
import { vi } from '#texts/vi/embeds.ts';
import { zhCN } from '#texts/zh-CN/embeds.ts';

/** The texts of embeds, by language. */
export const EMBED_TEXTS = { en, 'zh-CN': zhCN, vi } satisfies Record<Locale, unknown>;

export type EmbedTexts = (typeof EMBED_TEXTS)[Locale];

/** Returns the texts of a language, and a function that fills in a text's values. */
export const wordsIn = (locale: Locale) => ({
  locale,
  texts: EMBED_TEXTS[locale] as EmbedTexts,
  say: (message: string, values: Record<string, string | number> = {}) => formatMessage(locale, message, values),
  /** A side that is not known yet may have no name. */
  teamName: (team: TeamRef) => nameOf(team, locale) || EMBED_TEXTS[locale].unnamed,
});
export type Words = ReturnType<typeof wordsIn>;
