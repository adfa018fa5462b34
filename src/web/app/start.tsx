import { StrictMode, startTransition } from 'react';
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
import { recall, setCookie } from '#web/lib/storage.ts';
import { Providers } from './providers.tsx';
import { preparePage, Site } from './router.tsx';

/** The page is shown when we know who is here and what it begins with, and after this long in any case. */
const MOUNT_MS_MAX = 1_200;

/** Starts the site in an element of the page; the returned function takes it down again. */
export async function start(element: HTMLElement): Promise<() => void> {
  allowStyles();
  showTheme();
  // What the server showed can be read and scrolled meanwhile: one thing at a time.
  await nextTask();
  findTimeZone();
  await nextTask();
  // By it the server knows which matches are today's here.
  setCookie('tz', timeZone());
  const prepared = preparePage(window.location);
  const { readable, settled } = startLocale();
  // Before anybody is known to be here: what they follow decides the order of the first list.
  const stopFavorites = followFavorites();
  // With the settings known, nothing on the page has to make room later for what depends on them.
  const known = queryClient.prefetchQuery(metaQuery);
  await Promise.race([
    Promise.all([bootstrapSession(), settled, known, prepared]),
    new Promise((resolve) => setTimeout(resolve, MOUNT_MS_MAX)),
  ]);
  await readable;
  const stops = [stopFavorites, followOtherTabs(), followRecovery(), followUser(), followShield(), startLive(), mount(element)];
  // A site that cannot be kept for later is still a site.
  startOffline().catch(() => undefined);
  return () => {
    for (const stop of stops) stop();
  };
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** What the last user saw is not for the next one. */
const followUser = (): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.user?.id !== before.user?.id) clearUser();
  });

function mount(element: HTMLElement): () => void {
  const root = createRoot(element);
  // In slices, for the same reason.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers>
          <BrowserRouter>
            <Site />
          </BrowserRouter>
        </Providers>
      </StrictMode>,
    ),
  );
  return () => root.unmount();
}

/**
 * Finds the language to begin with: `readable` comes true when the first words have arrived, `settled` when no better
 * language is to be expected. Only visitors whom we know nothing of are looked up by their address.
 */
export function startLocale(): { readable: Promise<void>; settled: Promise<void> } {
  const known = knownLocale(recall(LOCALE_KEY), new URLSearchParams(location.search).get('lang'), navigator.languages);
  const readable = showLocale(known ?? 'en');
  return { readable, settled: known ? readable : readable.then(lookUp).catch(() => undefined) };
}

async function lookUp(): Promise<void> {
  const { geo_urls } = await queryClient.fetchQuery(metaQuery);
  const locale = await localeByAddress(geo_urls);
  // Whoever chose meanwhile knows better.
  if (locale !== null && recall(LOCALE_KEY) === null) await chooseLocale(locale);
}

/** Follows what other tabs put on or take off, and who signs in here; returns how to stop. Few wear a shield: what it takes is fetched for them alone. */
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
