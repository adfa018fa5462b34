import { refresh } from '#contract/auth.ts';
import { addPushDevice } from '#contract/notifications.ts';
import { type Card, cardData, cardOf } from './push-card.ts';
import { deviceOf } from './push-subscription.ts';

/** What the service worker does for pushes, also while no page of ours is open. */

/** What is used of a card that is on show. */
export type ShownCard = Pick<Notification, 'title' | 'body' | 'lang' | 'tag' | 'data'>;

/** What is used of a `ServiceWorkerRegistration`. */
export interface PushRegistration {
  getNotifications: (filter: { tag: string }) => Promise<ShownCard[]>;
  showNotification: (title: string, options: Partial<Card['options']>) => Promise<void>;
  pushManager: { subscribe: (options: PushSubscriptionOptionsInit) => Promise<PushSubscription> };
}

/** Shows the card of a push. Where a newer one of the same tag is there already, that one stays: a push must show something. */
export async function showPush(registration: PushRegistration, text: string): Promise<void> {
  const { title, options } = cardOf(text, navigator.language, Date.now());
  const shown = options.tag === '' ? [] : await registration.getNotifications({ tag: options.tag });
  const newer = shown.find(({ data }) => cardData(data).at > options.data.at);
  if (!newer) return registration.showNotification(title, options);
  const { body, lang, tag, data } = newer;
  const { icon, badge } = options;
  return registration.showNotification(newer.title, { body, lang, tag, data, icon, badge, renotify: false, silent: true });
}

/** What is used of the worker's `clients`. */
export interface Windows {
  matchAll: (filter: { type: 'window'; includeUncontrolled: true }) => Promise<readonly { url: string; focus: () => Promise<unknown> }[]>;
  openWindow: (url: string) => Promise<unknown>;
}

/** Leads to the page of a card that was pressed: to the tab that shows it, else to a new one. */
export async function openCard(windows: Windows, data: unknown, origin: string): Promise<void> {
  const wanted = new URL(cardData(data).url, origin);
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const found = open.find(({ url }) => isSamePage(new URL(url), wanted));
  await (found ? found.focus() : windows.openWindow(wanted.href));
}

const isSamePage = (one: URL, other: URL): boolean =>
  one.origin === other.origin && one.pathname === other.pathname && one.search === other.search;

/** What is used of the event that tells of another subscription. */
export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/**
 * The browser has given up a subscription: another one takes its place, and the server is told. There may be no page to do it; where it
 * fails, the next one that is opened does (push-device.ts).
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
