import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Whether a media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  // Created once: a new media query list costs more than reading one.
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

/** Matches while the phone layout is shown. */
export const PHONE = '(width < 768px)';
export const useIsPhone = (): boolean => useMedia(PHONE);
