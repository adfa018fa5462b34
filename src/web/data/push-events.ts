import { refresh } from '#contract/auth.ts';
import { addPushDevice, type PushPayload, putMute } from '#contract/notifications.ts';
import { type Locale, matchLocale } from '#domain/identity/locale.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import { unreadablePush as en, pushWords as enWords } from '#web/i18n/en/notifications.ts';
import { unreadablePush as vi, pushWords as viWords } from '#web/i18n/vi/notifications.ts';
import { unreadablePush as zhCN, pushWords as zhCNWords } from '#web/i18n/zh-CN/notifications.ts';
import { deviceOf } from './push-subscription.ts';

/** The service worker's handling of pushes, also while no page of ours is open. */

/** The part used of a card that is shown. */
export type ShownCard = Pick<Notification, 'title' | 'body' | 'lang' | 'tag' | 'data' | 'close'>;

/** The part used of a `ServiceWorkerRegistration`. */
export interface PushRegistration {
  getNotifications: (filter?: { tag: string }) => Promise<ShownCard[]>;
  showNotification: (title: string, options: Partial<Card['options']>) => Promise<void>;
  pushManager: { subscribe: (options: PushSubscriptionOptionsInit) => Promise<PushSubscription> };
}

/** Shows the card of a push. If a newer one of the same tag is shown already, that one is shown again: a push must show something. */
export async function showPush(registration: PushRegistration, text: string): Promise<void> {
  const { title, options } = cardOf(text, navigator.language, Date.now());
  const shown = options.tag === '' ? [] : await registration.getNotifications({ tag: options.tag });
  const newer = shown.find(({ data }) => cardData(data).at > options.data.at);
  if (!newer) return registration.showNotification(title, options);
  return showAgain(registration, newer, {});
}

/** Shows a card again without a sound, in place of itself, with some changes. */
function showAgain(
  registration: PushRegistration,
  { title, body, lang, tag, data }: ShownCard,
  change: Partial<Card['options']>,
): Promise<void> {
  const known = cardData(data);
  const { at: timestamp, mute } = known;
  const actions = mute === '' ? [] : matchActions(lang, 'mute');
  return registration.showNotification(title, {
    ...{ body, lang, tag, data: known, ...ICONS, timestamp, actions, renotify: false, silent: true },
    ...change,
  });
}

/** The part used of the event for a pressed card or one of its buttons. */
export interface CardClick {
  action: string;
  notification: ShownCard;
}

/** Does what a pressed card or button says: mutes its match, ends that, or opens its page. */
export async function pressCard(registration: PushRegistration, windows: Windows, { action, notification }: CardClick): Promise<void> {
  const { mute } = cardData(notification.data);
  if ((action !== 'mute' && action !== 'unmute') || mute === '') {
    notification.close();
    return openCard(windows, notification.data, self.location.origin);
  }
  const isMuted = action === 'mute';
  const words = WORDS[matchLocale(notification.lang) ?? 'en'];
  try {
    await send('PUT', putMute.path, { proof: mute, is_muted: isMuted }, '');
    const actions = matchActions(notification.lang, isMuted ? 'unmute' : 'mute');
    await showAgain(registration, notification, { body: isMuted ? words.muted : words.unmuted, actions });
  } catch {
    // The button stays, so that it can be pressed again.
    await showAgain(registration, notification, { body: words.mute_failed, actions: matchActions(notification.lang, action) });
  }
}

type CardAction = 'open' | 'mute' | 'unmute';

function matchActions(lang: string, change: 'mute' | 'unmute'): { action: CardAction; title: string }[] {
  const words = WORDS[matchLocale(lang) ?? 'en'];
  return (['open', change] as const).map((action) => ({ action, title: words[action] }));
}

/** The part used of the worker's `clients`. */
export interface Windows {
  matchAll: (filter: { type: 'window'; includeUncontrolled: true }) => Promise<readonly { url: string; focus: () => Promise<unknown> }[]>;
  openWindow: (url: string) => Promise<unknown>;
}

/** Opens the page of a pressed card: in the tab that shows it, else in a new one. */
export async function openCard(windows: Windows, data: unknown, origin: string): Promise<void> {
  const wanted = new URL(cardData(data).url, origin);
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const found = open.find(({ url }) => isSamePage(new URL(url), wanted));
  await (found ? found.focus() : windows.openWindow(wanted.href));
}

const isSamePage = (one: URL, other: URL): boolean =>
  one.origin === other.origin && one.pathname === other.pathname && one.search === other.search;

/** The part used of the event for a changed subscription. */
export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/**
 * The browser dropped a subscription: creates a new one and registers it with the server, as no page may be open to do it. On failure, the
 * next page that opens does it (push-device.ts).
 */
export async function renewSubscription(
  registration: PushRegistration,
  { oldSubscription, newSubscription }: SubscriptionChange,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? null;
  if (!newSubscription && applicationServerKey === null) return;
  const subscription = newSubscription ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { access } = (await (await send('POST', refresh.path, {}, '')).json()) as { access?: unknown };
  if (typeof access === 'string') await send('POST', addPushDevice.path, deviceOf(subscription), access);
}

async function send(method: 'POST' | 'PUT', path: string, body: object, token: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(token !== '' && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(new URL(path, self.location.origin), {
    method,
    credentials: 'same-origin',
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/** A card as the service worker shows it, with the data for pressing it. */
export interface Card {
  title: string;
  options: {
    body: string;
    lang: string;
    tag: string;
    /** Sounds again when it replaces another card. */
    renotify: boolean;
    silent: boolean;
    icon: string;
    badge: string;
    timestamp: number;
    /** Buttons; browsers that have none leave them out. */
    actions: { action: CardAction; title: string }[];
    data: CardData;
  };
}
interface CardData {
  /** A path of this site. */
  url: string;
  /** When it happened, in milliseconds since 1970. */
  at: number;
  /** When it was shown first, in milliseconds since 1970: whether it is newer than the last look at the site. */
  shownAt: number;
  /** The proof with which its match can be muted; '' if it is about anything else. */
  mute: string;
}

const ICONS = { icon: '/icon-192.png', badge: '/badge-96.png' };
const HOME = '/matches';
const UNREADABLE = { en, 'zh-CN': zhCN, vi };
const WORDS = { en: enWords, 'zh-CN': zhCNWords, vi: viWords } satisfies Record<Locale, unknown>;

/**
 * Converts a push into a card, whatever its contents: every push must show something. Texts are limited as in the contract, and the address
 * leads only to a page of this site. `language` is the browser's, for an unreadable push.
 */
export function cardOf(text: string, language: string, nowMs: number): Card {
  const told = parsed(text);
  const title = textIn(told.title, 200);
  if (title === '') return unreadable(language, nowMs);
  const at = Date.parse(textIn(told.at, 40));
  const happenedAt = Number.isNaN(at) ? nowMs : at;
  const tag = textIn(told.tag, 60);
  const silent = told.silent === true;
  const lang = textIn(told.lang, 10);
  const mute = tag === '' ? '' : textIn(told.mute, 120);
  return {
    title,
    options: {
      body: textIn(told.body, 600),
      lang,
      tag,
      // Browsers reject `renotify` without a tag or on silent cards.
      renotify: told.renotify === true && tag !== '' && !silent,
      silent,
      ...ICONS,
      timestamp: happenedAt,
      actions: mute === '' ? [] : matchActions(lang, 'mute'),
      data: { url: pageOf(told.url), at: happenedAt, shownAt: nowMs, mute },
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
      actions: [],
      data: { url: HOME, at: nowMs, shownAt: nowMs, mute: '' },
    },
  };
}

/** The data of a shown card; another version of this site may have created it. */
export function cardData(data: unknown): CardData {
  const { url, at, shownAt, mute } = (data ?? {}) as Partial<Record<keyof CardData, unknown>>;
  const timeIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return { url: pageOf(url), at: timeIn(at), shownAt: timeIn(shownAt), mute: textIn(mute, 120) };
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
