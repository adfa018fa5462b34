import { useSyncExternalStore } from 'react';

const query = () => window.matchMedia('(width < 768px)');

/** Whether the phone's shell is on show (below 768 px). */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches);
}

function subscribe(onChange: () => void): () => void {
  const media = query();
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
