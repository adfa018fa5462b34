import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { followFavorites } from '#web/data/favorites.ts';
import { startLive } from '#web/data/live.ts';
import { startOffline } from '#web/data/offline.ts';
import { metaQuery } from '#web/data/queries.tsx';
import { clearUser, queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { activeShield, SHIELD_CHANGED_KEY } from '#web/data/shield.ts';
import { bootstrapSession, followOtherTabs, followRecovery } from '#web/features/auth/start-up.ts';
import { knownLocale, LOCALE_KEY, localeByAddress } from '#web/i18n/choose-locale.ts';
import { chooseLocale, showLocale } from '#web/i18n/locale-store.ts';
import { showTheme } from '#web/lib/appearance.ts';
import { allowStyles } from '#web/lib/content-security.ts';
import { findTimeZone, timeZone } from '#web/lib/dates.ts';
import { startTurns, takeTurns } from '#web/lib/in-turn.tsx';
import { recall, setCookie } from '#web/lib/storage.ts';
import { Providers } from './providers.tsx';
import { preparePage, Site } from './router.tsx';

/** The page is shown once the session and its first data are known, but at the latest after this time. */
const MOUNT_MS_MAX = 1_200;

/** Mounts the site in an element; returns a function that unmounts it. */
export async function start(element: HTMLElement): Promise<() => void> {
  allowStyles();
  showTheme();
  // Yields, so that the server's HTML can be read and scrolled in the meantime.
  await nextTask();
  findTimeZone();
  await nextTask();
  // Tells the server which matches are today's in this zone.
  setCookie('tz', timeZone());
  const prepared = preparePage(window.location);
  const { readable, settled } = startLocale();
  // Before the session is known: favorites determine the order of the first list.
  const stopFavorites = followFavorites();
  // Once the settings are known, nothing moves on the page when they arrive.
  const known = queryClient.prefetchQuery(metaQuery);
  await Promise.race([
    Promise.all([bootstrapSession(), settled, known, prepared]),
    new Promise((resolve) => setTimeout(resolve, MOUNT_MS_MAX)),
  ]);
  await readable;
  const stops = [stopFavorites, followOtherTabs(), followRecovery(), followUser(), followShield(), startLive(), await mount(element)];
  // The site works without offline support.
  startOffline().catch(() => undefined);
  return () => {
    for (const stop of stops) stop();
  };
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Clears the previous user's data. */
const followUser = (): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.user?.id !== before.user?.id) clearUser();
  });

/** Renders and lays out the page in slices behind what the server showed, and then shows it instead. */
async function mount(element: HTMLElement): Promise<() => void> {
  const shown = [...element.childNodes];
  const place = document.createElement('div');
  place.className = 'pointer-events-none invisible fixed inset-0 overflow-hidden';
  element.append(place);
  const root = createRoot(place);
  startTurns();
  root.render(
    <StrictMode>
      <Providers>
        <BrowserRouter>
          <Site />
        </BrowserRouter>
      </Providers>
    </StrictMode>,
  );
  await takeTurns();
  for (const node of shown) node.remove();
  place.removeAttribute('class');
  return () => root.unmount();
}

/**
 * Determines the first language: `readable` resolves when the first translations are loaded, `settled` when no better language is expected.
 * Only visitors without any known preference are looked up by their IP address.
 */
export function startLocale(): { readable: Promise<void>; settled: Promise<void> } {
  const known = knownLocale(recall(LOCALE_KEY), new URLSearchParams(location.search).get('lang'), navigator.languages);
  const readable = showLocale(known ?? 'en');
  return { readable, settled: known ? readable : readable.then(lookUp).catch(() => undefined) };
}

async function lookUp(): Promise<void> {
  const { geo_urls } = await queryClient.fetchQuery(metaQuery);
  const locale = await localeByAddress(geo_urls);
  // A choice made in the meantime takes precedence.
  if (locale !== null && recall(LOCALE_KEY) === null) await chooseLocale(locale);
}

/**
 * Follows changes of the shield in other tabs, and sign-ins here; returns a function that stops it. Few visitors use a shield: its code is
 * loaded only for them.
 */
export function followShield(): () => void {
  const load = () => import('#web/data/set-spoiler-mode.ts');
  const follow = ({ key }: StorageEvent) => {
    if (key === SHIELD_CHANGED_KEY) void load().then(({ showAgain }) => showAgain());
  };
  window.addEventListener('storage', follow);
  const unsubscribe = useSession.subscribe((now, before) => {
    if (now.user?.id !== before.user?.id && activeShield()) void load().then(({ sendToServer }) => sendToServer());
  });
  return () => {
    window.removeEventListener('storage', follow);
    unsubscribe();
  };
}
