import { create } from 'zustand';

/** The header by which the service worker marks a cached answer, with the time of storage. */
export const SAVED_AT = 'x-saved-at';

/** When the shown data was current, as ISO time; null while the network answers. */
export const useOffline = create<{ savedAt: string | null }>(() => ({ savedAt: null }));

/** Records whether an answer came from the cache (with its time) or the network. */
export function noteAnswer(savedAt: string | null): void {
  if (useOffline.getState().savedAt !== savedAt) useOffline.setState({ savedAt });
}

/**
 * Makes the site available offline from now on. Whatever this page fetched before the worker was active is fetched once more through it:
 * files come from the browser's cache, a few answers do not.
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
