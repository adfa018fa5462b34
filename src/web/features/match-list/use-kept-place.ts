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

/** Returns the name of the row that an element is in; null outside rows. */
export const rowOf = (target: EventTarget | null): string | null =>
  (target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row) || null;

/**
 * Returns what the screen shows.
 *
 * @param opened The name of the row that the reader opened. The focus does not tell: it is lost when the row moves while its
 * match loads, and a tap sets none in some browsers.
 */
export function currentPlace(opened: string | null): Place {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    .map((row) => ({ name: row.dataset.row ?? '', top: row.getBoundingClientRect().top }))
    .filter(({ top }) => top >= 0 && top < window.innerHeight)
    .toSorted((a, b) => Number(b.name === opened) - Number(a.name === opened));
  return { scrollY: window.scrollY, rows };
}

/** Scrolls so that the first row of a place that is still listed is where it was; without any, to the old position. */
export function returnTo({ scrollY, rows }: Place): void {
  const anchor = rows.find(({ name }) => rowNamed(name));
  const row = anchor && rowNamed(anchor.name);
  if (row) window.scrollBy({ top: row.getBoundingClientRect().top - anchor.top, behavior: 'instant' });
  else window.scrollTo({ top: scrollY, behavior: 'instant' });
}

/** What a reader does to see another part of the page. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Brings a reader who comes back to a list to the rows they left. Matches start and end meanwhile, which moves rows, so the position in
 * pixels that browsers restore shows other ones. The list first shows what was cached; the rows stay where they were when the answer
 * that follows moves them, unless the reader has moved on.
 *
 * @param isReady Whether the list shows its rows.
 * @param isFetching Whether an answer that may move them is on its way.
 */
export function useKeptPlace(isReady: boolean, isFetching: boolean): void {
  const { key } = useLocation();
  const entry = useRef(key);
  const isReturn = useNavigationType() === 'POP';
  const wanted = useRef(isReturn ? places.get(key) : undefined);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    entry.current = key;
  }, [key]);
  useEffect(() => {
    const onMove = () => {
      wanted.current = undefined;
    };
    const onClick = ({ target }: Event) => {
      opened.current = rowOf(target);
    };
    for (const move of MOVES) window.addEventListener(move, onMove, { passive: true });
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      for (const move of MOVES) window.removeEventListener(move, onMove);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, []);
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const letBrowser = () => {
      history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', letBrowser);
    return () => {
      window.removeEventListener('pagehide', letBrowser);
      letBrowser();
      places.set(entry.current, currentPlace(opened.current));
    };
  }, []);
  useLayoutEffect(() => {
    if (!isReady || !wanted.current) return;
    returnTo(wanted.current);
    if (!isFetching) wanted.current = undefined;
  });
}
