import { create } from 'zustand';

/** The header by which the service worker marks a cached answer, with the time of storage. */
export const SAVED_AT = 'x-saved-at';

interface Offline {
  /** When the shown data was current, as ISO time; null while the network answers. */
  savedAt: string | null;
  /** Whether the browser has no network, or the last call did not reach the server. */
  isUnreachable: boolean;
}

export const useOffline = create<Offline>(() => ({ savedAt: null, isUnreachable: false }));

const note = (now: Offline): void => {
  const { savedAt, isUnreachable } = useOffline.getState();
  if (savedAt !== now.savedAt || isUnreachable !== now.isUnreachable) useOffline.setState(now);
};

/** Records whether an answer came from the cache (with its time) or the network. */
export const noteAnswer = (savedAt: string | null): void => note({ savedAt, isUnreachable: savedAt !== null });

/** Records that a call did not reach the server. */
export const noteFailure = (): void => useOffline.setState({ isUnreachable: true });

/** Follows what the browser says of its network, which is at once; calls correct it. Returns how to end it. */
export function followNetwork(): () => void {
  const ended = new AbortController();
  window.addEventListener('offline', noteFailure, { signal: ended.signal });
  window.addEventListener('online', () => note({ savedAt: null, isUnreachable: false }), { signal: ended.signal });
  if (!navigator.onLine) noteFailure();
  return () => ended.abort();
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

/** Includes the styles, which came with the page on a first visit. */
function urlsFetched(): string[] {
  const styles = document.querySelector<HTMLElement>('style[data-href]')?.dataset.href;
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
  const urls = styles === undefined ? fetched : [...fetched, new URL(styles, window.location.href).href];
  return [...new Set(urls)].filter((url) => url.startsWith(`${window.location.origin}/`));
}
