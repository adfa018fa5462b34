import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router';
import type { LazyPart } from './lazy-part.tsx';

interface HeldLocationProps {
  /** Returns the page at a path, or undefined if it needs no code of its own. */
  pageAt: (pathname: string) => Pick<LazyPart<object>, 'isLoaded' | 'load'> | undefined;
  children: ReactNode;
}

/** Tells its children the location whose page is shown: the one before stays until the next page's code has been loaded, or has failed to. */
export function HeldLocation({ pageAt, children }: HeldLocationProps) {
  const next = useContext(LocationContext);
  const shown = useRef(next);
  const [arrived, setArrived] = useState(next);
  const page = pageAt(next.location.pathname);
  if (arrived === next || !page || page.isLoaded()) shown.current = next;
  useEffect(() => {
    if (shown.current === next) return;
    let isWanted = true;
    const show = () => {
      if (isWanted) setArrived(next);
    };
    page?.load().then(show, show);
    return () => {
      isWanted = false;
    };
  }, [next, page]);
  return <LocationContext value={shown.current}>{children}</LocationContext>;
}
