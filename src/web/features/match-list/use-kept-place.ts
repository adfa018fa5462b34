import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** What the screen showed when the reader left a list. */
export interface Place {
  scrollY: number;
  /** The rows on the screen and their distance from its top in pixels, the one that was opened first. */
  rows: readonly { name: string; top: number }[];
}

/** Places by history entry. A reload forgets them; then the browser restores the position. */
const places = new Map<string, Place>();

/** Rows have `data-row`, also while they are not drawn. */
const rowNamed = (name: string): HTMLElement | null => document.querySelector(`[data-row="${name}"]`);

/** Returns what the screen shows. */
export function currentPlace(): Place {
  const opened = document.activeElement?.closest<HTMLElement>('[data-row]');
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    .map((row) => ({ row, name: row.dataset.row ?? '', top: row.getBoundingClientRect().top }))
    .filter(({ top }) => top >= 0 && top < window.innerHeight)
    .toSorted((a, b) => Number(b.row === opened) - Number(a.row === opened));
  return { scrollY: window.scrollY, rows: rows.map(({ name, top }) => ({ name, top })) };
}

/** Scrolls so that the first row of a place that is still listed is where it was; without any, to the old position. */
export function returnTo({ scrollY, rows }: Place): void {
  const anchor = rows.find(({ name }) => rowNamed(name));
  const row = anchor && rowNamed(anchor.name);
  if (row) window.scrollBy({ top: row.getBoundingClientRect().top - anchor.top, behavior: 'instant' });
  else window.scrollTo({ top: scrollY, behavior: 'instant' });
}

/**
 * Brings a reader who comes back to a list to the rows they left. Matches start and end meanwhile, which moves rows, so the position in
 * pixels that browsers restore shows other ones.
 *
 * @param isReady Whether the list shows its rows.
 */
export function useKeptPlace(isReady: boolean): void {
  const { key } = useLocation();
  const entry = useRef(key);
  const isReturn = useNavigationType() === 'POP';
  const wanted = useRef(isReturn ? places.get(key) : undefined);
  useEffect(() => {
    entry.current = key;
  }, [key]);
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const letBrowser = () => {
      history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', letBrowser);
    return () => {
      window.removeEventListener('pagehide', letBrowser);
      letBrowser();
      places.set(entry.current, currentPlace());
    };
  }, []);
  useLayoutEffect(() => {
    if (!isReady || !wanted.current) return;
    returnTo(wanted.current);
    wanted.current = undefined;
  }, [isReady]);
}
