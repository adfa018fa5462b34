import { type ReactNode, useContext, useEffect, useState } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router';
import type { LazyPart } from './lazy-part.tsx';

interface HeldLocationProps {
  /** Returns the page at a path, or undefined if it needs no code of its own. */
  pageAt: (pathname: string) => Pick<LazyPart<object>, 'isLoaded' | 'load'> | undefined;
  children: ReactNode;
}

/**
 * Tells its children the location whose page is shown. The one before stays until the next page's code has been loaded, or has failed to, and
 * at least until the browser has painted: what a tap leads to may take long to render, and the reader is to see at once that it was heard.
 */
export function HeldLocation({ pageAt, children }: HeldLocationProps) {
  const next = useContext(LocationContext);
  const [shown, setShown] = useState(next);
  const page = pageAt(next.location.pathname);
  // Effects run after the next paint.
  useEffect(() => {
    if (shown === next) return;
    let isWanted = true;
    const show = () => {
      if (isWanted) setShown(next);
    };
    if (!page || page.isLoaded()) show();
    else page.load().then(show, show);
    return () => {
      isWanted = false;
    };
  }, [shown, next, page]);
  return <LocationContext value={shown}>{children}</LocationContext>;
}
