import { create } from 'zustand';

/** The header by which the service worker says that an answer was kept from before, and since when. */
export const SAVED_AT = 'x-saved-at';

/** When what is on show was true, as ISO time; null while the network answers. */
export const useOffline = create<{ savedAt: string | null }>(() => ({ savedAt: null }));

/** Takes note of where an answer came from: the store (it says since when) or the network. */
export function noteAnswer(savedAt: string | null): void {
  if (useOffline.getState().savedAt !== savedAt) useOffline.setState({ savedAt });
}

/**
 * Lets the site open without a network from now on. What this page has fetched before the worker was there is fetched once
 * more through it: files come from the browser's own cache, and a handful of answers do not.
 */
export async function startOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const isFirst = navigator.serviceWorker.controller === null;
  await navigator.serviceWorker.register('/service-worker.js');
  if (!isFirst) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: urlsFetched() } });
}

const urlsFetched = (): string[] =>
  [...new Set(performance.getEntriesByType('resource').map(({ name }) => name))].filter((url) =>
    url.startsWith(`${window.location.origin}/`),
  );
