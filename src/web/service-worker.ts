import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { DAY_SECONDS } from '#domain/time.ts';
import { showBadge } from './data/app-badge.ts';
import { SAVED_AT } from './data/offline.ts';
import {
  type CardClick,
  cardData,
  type PushRegistration,
  pressCard,
  renewSubscription,
  type SubscriptionChange,
  showPush,
  type Windows,
} from './data/push-events.ts';

/**
 * Opens the site without a network, with the latest known data. Pages and data are always requested from the network first: the cache is
 * used if it does not answer, and states its age. Only files named after their content come from the cache at once.
 */

/** On a train, old content now is better than new content much later. */
const PAGE_SECONDS_MAX = 4;
const DATA_SECONDS_MAX = 8;
const SHELL = 'shell';
/** All addresses share one document; the app in it shows the page. */
const SHELL_KEY = '/shell';

/** The console is not kept: operators see what is so now, or that it cannot be had. */
const isForConsole = ({ pathname }: URL): boolean => /^\/(assets\/console|admin)(\/|$)/i.test(pathname);

const isPage = (response: Response): boolean => response.headers.get('content-type')?.startsWith('text/html') ?? false;
/** Answers that are the same for everybody, including the settings, although shared caches must not store those. */
const isForEverybody = ({ url, headers }: Response): boolean =>
  (headers.get('cache-control')?.includes('public') ?? false) || new URL(url).pathname === '/api/meta';

/** Caches only successful responses that pass the filter. */
const cacheOnly = (isWanted: (response: Response) => boolean) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) => (response.status === 200 && isWanted(response) ? response : null),
});

/** Adds the time of storage to cached responses, so that the page can show it. */
const addSavedAt = {
  cachedResponseWillBeUsed: async ({ cachedResponse }: { cachedResponse?: Response | undefined }) => {
    if (!cachedResponse) return null;
    const headers = new Headers(cachedResponse.headers);
    headers.set(SAVED_AT, new Date(headers.get('date') ?? 0).toISOString());
    return new Response(cachedResponse.body, { status: cachedResponse.status, headers });
  },
};

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/') && !isForConsole(url),
  new NetworkFirst({
    cacheName: SHELL,
    networkTimeoutSeconds: PAGE_SECONDS_MAX,
    plugins: [{ cacheKeyWillBeUsed: async () => SHELL_KEY }, cacheOnly(isPage)],
  }),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/') && !isForConsole(url),
  new CacheFirst({
    cacheName: 'files',
    plugins: [cacheOnly(() => true), new ExpirationPlugin({ maxEntries: 150, maxAgeSeconds: 60 * DAY_SECONDS, purgeOnQuotaError: true })],
  }),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/api\/(meta|matches|leagues|teams)(\/|$)/.test(url.pathname),
  new NetworkFirst({
    cacheName: 'answers',
    networkTimeoutSeconds: DATA_SECONDS_MAX,
    plugins: [
      cacheOnly(isForEverybody),
      addSavedAt,
      new ExpirationPlugin({ maxEntries: 100, maxAgeSeconds: 7 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
);

/** The parts of a worker's global scope that the browser types for pages lack. */
interface WorkerScope {
  skipWaiting: () => Promise<void>;
  addEventListener: <Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type] & { waitUntil: (work: Promise<unknown>) => void }) => void,
  ) => void;
  registration: PushRegistration;
  clients: Windows;
}
interface WorkerEvents {
  install: object;
  push: { data: { text: () => string } | null };
  notificationclick: CardClick;
  notificationclose: object;
  pushsubscriptionchange: SubscriptionChange;
}
const scope = self as unknown as WorkerScope;

// The page that installs the worker was not requested through it: its document is fetched once more, to be available from the first visit
// on.
scope.addEventListener('install', (event) => {
  void scope.skipWaiting();
  event.waitUntil(cacheShell());
});
clientsClaim();

// Pushes while no page of ours is open (data/push-events.ts), and the number of those unseen on the app's icon.
const countCards = () => showBadge(scope.registration, (data) => cardData(data).shownAt);
scope.addEventListener('push', (event) => event.waitUntil(showPush(scope.registration, event.data?.text() ?? '').then(countCards)));
scope.addEventListener('notificationclick', (event) =>
  event.waitUntil(pressCard(scope.registration, scope.clients, event).then(countCards)),
);
scope.addEventListener('notificationclose', (event) => event.waitUntil(countCards()));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope.registration, event)));

async function cacheShell(): Promise<void> {
  const response = await fetch('/matches');
  if (response.status === 200 && isPage(response)) await (await caches.open(SHELL)).put(SHELL_KEY, response);
}
