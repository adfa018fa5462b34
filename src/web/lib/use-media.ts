import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, as long as it does. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether the phone's shell is on show (below 768 px). */
export const useIsPhone = (): boolean => useMedia('(width < 768px)');
