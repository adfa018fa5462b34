/**
 * The number on the icon of the installed app: cards that were shown since the site was last looked at. It is set by the service worker as
 * cards come and go, and by the page, which clears it when it is looked at. Browsers without it do nothing.
 */

/** Where page and worker both find the time of the last look: a worker has no local storage. */
const CACHE = 'badge';
const LOOKED_AT = '/looked-at';

/** The cards of a registration, each with the time at which it was shown first, in milliseconds since 1970. */
interface Cards {
  getNotifications: () => Promise<readonly { data: unknown }[]>;
}

/** Shows how many cards are newer than the last look. `shownAtOf` reads when a card was shown. */
export async function showBadge(cards: Cards, shownAtOf: (data: unknown) => number): Promise<void> {
  const lookedAt = await lastLook();
  const shown = await cards.getNotifications();
  await setBadge(shown.filter(({ data }) => shownAtOf(data) > lookedAt).length);
}

/** Clears the number, and remembers that everything shown so far was seen. Never throws. */
export async function clearBadge(): Promise<void> {
  await Promise.allSettled([setBadge(0), rememberLook(Date.now())]);
}

/** Sets the number on the icon; 0 removes it. Never throws: the icon of a site that is not installed has none. */
export async function setBadge(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  await (count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator))?.catch(() => undefined);
}

/** Takes the cards of a user who has signed out from the screen. Never throws. */
export async function closeCards(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const cards = await registration?.getNotifications?.().catch(() => []);
  for (const card of cards ?? []) card.close();
}

async function rememberLook(at: number): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE);
  await cache?.put(LOOKED_AT, new Response(String(at)));
}

async function lastLook(): Promise<number> {
  const cache = await globalThis.caches?.open(CACHE);
  const at = Number(await (await cache?.match(LOOKED_AT))?.text());
  return Number.isFinite(at) ? at : 0;
}
