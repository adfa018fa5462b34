import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from '#domain/identity/locale.ts';
import { isStarted, type MatchStatus, startState } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/settlement/settlement-timers.ts';
import type { Deps } from '#server/deps.ts';
import * as en from '#texts/en/pages.ts';
import { OWN_STATUS_WORDS } from '#texts/status-words.ts';
import * as vi from '#texts/vi/pages.ts';
import { writeDate } from '#texts/write.ts';
import * as zhCN from '#texts/zh-CN/pages.ts';
import type { PageMatch } from './facts.ts';

/** The texts of page metadata, by language. */
export const TEXTS = { en, 'zh-CN': zhCN, vi } satisfies Record<Locale, unknown>;

const formats = new Map<string, IntlMessageFormat>();

/** Formats a text with its values; each text is parsed once. */
export function formatMessage(locale: Locale, message: string, values: Record<string, string | number> = {}): string {
  const key = `${locale} ${message}`;
  const format = formats.get(key) ?? new IntlMessageFormat(message, locale);
  formats.set(key, format);
  return String(format.format(values));
}

/** Returns a name in a language, or the default name, without line breaks and control characters. */
export function nameOf(
  { name, names }: { name: string; names: { 'zh-CN'?: string | undefined; vi?: string | undefined } },
  locale: Locale,
) {
  return plain((locale === 'en' ? undefined : names[locale]) ?? name);
}

/** Reduces a text to one line of characters that XML allows. */
export const plain = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
    .replace(/[\s\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g, ' ')
    .trim();

/** Returns the title of a bracket; `handle` null is the model. */
export function bracketTitle({ handle }: { handle: string | null }, locale: Locale, league: string): string {
  const { title, model } = TEXTS[locale].sharing.bracket;
  return handle === null ? formatMessage(locale, model, { league }) : formatMessage(locale, title, { by: handle, league });
}

/** Returns the title of a survivor entry; `handle` null is the model. */
export function survivorTitle({ handle }: { handle: string | null }, locale: Locale, league: string): string {
  const { title, model } = TEXTS[locale].sharing.survivor;
  return handle === null ? formatMessage(locale, model, { league }) : formatMessage(locale, title, { by: handle, league });
}

/** "20 November 2026", the UTC day. */
export const dayIn = (locale: Locale, at: Date): string => writeDate(locale, 'date', at, 'UTC');

/** "15:00 UTC": readers of a search result or a picture may be in any time zone. */
const timeIn = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`;

/** Ends a sentence as the language does, so that another can follow. */
export const sentence = (text: string, locale: Locale): string => (locale === 'zh-CN' ? `${text}。` : `${text}. `);

/** The texts about a match, used by pages, link previews and pictures. */
export interface MatchWords {
  title: string;
  league: string;
  /** "20 November 2026"; null while unknown. */
  day: string | null;
  /** "15:00 UTC", before the match begins. */
  time: string | null;
  /** Null before the match, when the time says enough. */
  status: string | null;
  /** "2–1"; null before kick-off and when no score counts. */
  score: string | null;
  /** "Penalties 4–3" */
  penalties: string | null;
}

/** Statuses without a score: the match did not take place, or was decided administratively. */
const WITHOUT_SCORE = new Set<MatchStatus>(['canc', 'wo', 'awd', 'pst']);

export function matchWords(deps: Pick<Deps, 'now' | 'config'>, match: PageMatch, locale: Locale): MatchWords {
  const { titles, sharing } = TEXTS[locale];
  const kickoffAt = match.kickoff_at === null ? null : new Date(match.kickoff_at);
  const { config } = deps;
  const timers = scaleTimers(SETTLEMENT_TIMERS, config.matchSpeed);
  const state = startState(match.status, kickoffAt, deps.now(), timers) ?? match.status;
  const word = OWN_STATUS_WORDS[match.league.sport][state] ?? state;
  const [home, away] = [nameOf(match.home, locale), nameOf(match.away, locale)];
  return {
    title: formatMessage(locale, titles.match, { home, away }),
    league: nameOf(match.league, locale),
    day: kickoffAt && dayIn(locale, kickoffAt),
    time: kickoffAt && !isStarted(match.status) && !WITHOUT_SCORE.has(match.status) ? timeIn(kickoffAt) : null,
    status: state === 'ns' ? null : sharing.statuses[word],
    score: match.score && isStarted(match.status) ? written(match.score) : null,
    penalties: match.penalty && formatMessage(locale, sharing.penalties, { home: match.penalty[0], away: match.penalty[1] }),
  };
}

const written = ([home, away]: Score): string => `${home}–${away}`;

/**
 * Returns the facts of a match as one line: "Premier League · 20 November 2026, 15:00 UTC.", "Premier League · 20 November 2026 · Finished
 * · 2–1."
 */
export function factsOf({ league, day, time, status, score, penalties }: MatchWords, locale: Locale): string {
  const when = [day, time].filter((part) => part !== null).join(locale === 'zh-CN' ? ' ' : ', ');
  return sentence([league, when, status, score, penalties].filter((part) => part).join(' · '), locale);
}
