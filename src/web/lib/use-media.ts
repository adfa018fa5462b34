import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Whether a media query holds, as long as it does. */
export function useMedia(query: string): boolean {
  // Asked for once: a new list of media queries costs more than a look at one.
  const media = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}

/** Matches where the phone layout is shown. */
export const PHONE = '(width < 768px)';
export const useIsPhone = (): boolean => useMedia(PHONE);
