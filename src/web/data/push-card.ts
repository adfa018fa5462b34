import type { PushPayload } from '#contract/notifications.ts';
import { matchLocale } from '#domain/identity/locale.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import { unreadablePush as en } from '#web/i18n/en/notifications.ts';
import { unreadablePush as vi } from '#web/i18n/vi/notifications.ts';
import { unreadablePush as zhCN } from '#web/i18n/zh-CN/notifications.ts';

/** A card as the service worker shows it, and what it needs to know of it when it is pressed. */
export interface Card {
  title: string;
  options: {
    body: string;
    lang: string;
    tag: string;
    /** Heard again though it replaces another. */
    renotify: boolean;
    silent: boolean;
    icon: string;
    badge: string;
    timestamp: number;
    data: CardData;
  };
}
export interface CardData {
  /** A path of this site. */
  url: string;
  /** When it happened, in milliseconds since 1970. */
  at: number;
}

const ICONS = { icon: '/icon-192.png', badge: '/badge-96.png' };
const HOME = '/matches';
const UNREADABLE = { en, 'zh-CN': zhCN, vi };

/**
 * The card of a push: whatever came, as every push must show something. Each text is bounded as the contract has it, and the address leads
 * nowhere but to a page of this site. `language` is the browser's, for a push that cannot be read.
 */
export function cardOf(text: string, language: string, nowMs: number): Card {
  const told = parsed(text);
  const title = textIn(told.title, 200);
  if (title === '') return unreadable(language, nowMs);
  const at = Date.parse(textIn(told.at, 40));
  const happenedAt = Number.isNaN(at) ? nowMs : at;
  const tag = textIn(told.tag, 60);
  const silent = told.silent === true;
  return {
    title,
    options: {
      body: textIn(told.body, 600),
      lang: textIn(told.lang, 10),
      tag,
      // Browsers refuse cards that are to be heard again and say by what, or that are silent.
      renotify: told.renotify === true && tag !== '' && !silent,
      silent,
      ...ICONS,
      timestamp: happenedAt,
      data: { url: pageOf(told.url), at: happenedAt },
    },
  };
}

function unreadable(language: string, nowMs: number): Card {
  const locale = matchLocale(language) ?? 'en';
  return {
    title: 'Matchpoint',
    options: {
      body: UNREADABLE[locale],
      lang: locale,
      tag: 'unreadable',
      renotify: false,
      silent: false,
      ...ICONS,
      timestamp: nowMs,
      data: { url: HOME, at: nowMs },
    },
  };
}

/** What a card that was shown knows of itself; another version of this site may have shown it. */
export function cardData(data: unknown): CardData {
  const { url, at } = (data ?? {}) as Partial<Record<keyof CardData, unknown>>;
  return { url: pageOf(url), at: typeof at === 'number' ? at : 0 };
}

const pageOf = (url: unknown): string => {
  const path = safeNext(textIn(url, 200));
  return path === '/' ? HOME : path;
};

const textIn = (value: unknown, lengthMax: number): string => (typeof value === 'string' ? value.slice(0, lengthMax) : '');

function parsed(text: string): Partial<Record<keyof PushPayload, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
