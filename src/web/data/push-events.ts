import { refresh } from '#contract/auth.ts';
import { addPushDevice, type PushPayload } from '#contract/notifications.ts';
import { matchLocale } from '#domain/identity/locale.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import { unreadablePush as en } from '#web/i18n/en/notifications.ts';
import { unreadablePush as vi } from '#web/i18n/vi/notifications.ts';
import { unreadablePush as zhCN } from '#web/i18n/zh-CN/notifications.ts';
import { deviceOf } from './push-subscription.ts';

/** The service worker's handling of pushes, also while no page of ours is open. */

/** The part used of a card that is shown. */
export type ShownCard = Pick<Notification, 'title' | 'body' | 'lang' | 'tag' | 'data'>;

/** The part used of a `ServiceWorkerRegistration`. */
export interface PushRegistration {
  getNotifications: (filter: { tag: string }) => Promise<ShownCard[]>;
  showNotification: (title: string, options: Partial<Card['options']>) => Promise<void>;
  pushManager: { subscribe: (options: PushSubscriptionOptionsInit) => Promise<PushSubscription> };
}

/** Shows the card of a push. If a newer one of the same tag is shown already, that one is shown again: a push must show something. */
export async function showPush(registration: PushRegistration, text: string): Promise<void> {
  const { title, options } = cardOf(text, navigator.language, Date.now());
  const shown = options.tag === '' ? [] : await registration.getNotifications({ tag: options.tag });
  const newer = shown.find(({ data }) => cardData(data).at > options.data.at);
  if (!newer) return registration.showNotification(title, options);
  const { body, lang, tag, data } = newer;
  const { icon, badge } = options;
  return registration.showNotification(newer.title, { body, lang, tag, data, icon, badge, renotify: false, silent: true });
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
  const { access } = (await (await post(refresh.path, {}, '')).json()) as { access?: unknown };
  if (typeof access === 'string') await post(addPushDevice.path, deviceOf(subscription), access);
}

async function post(path: string, body: object, token: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(token !== '' && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(new URL(path, self.location.origin), {
    method: 'POST',
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
    data: CardData;
  };
}
interface CardData {
  /** A path of this site. */
  url: string;
  /** When it happened, in milliseconds since 1970. */
  at: number;
}

const ICONS = { icon: '/icon-192.png', badge: '/badge-96.png' };
const HOME = '/matches';
const UNREADABLE = { en, 'zh-CN': zhCN, vi };

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
  return {
    title,
    options: {
      body: textIn(told.body, 600),
      lang: textIn(told.lang, 10),
      tag,
      // Browsers reject `renotify` without a tag or on silent cards.
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

/** The data of a shown card; another version of this site may have created it. */
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
