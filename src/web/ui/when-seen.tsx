import { type ReactNode, useEffect, useRef, useState } from 'react';

interface WhenSeenProps {
  /** Looks of the empty place that is held until then. */
  className: string;
  children: ReactNode;
}

/** How far below the screen something is made ready, so that who scrolls finds it there. */
const AHEAD = '400px';

/** Shows what is in it from the moment it comes near the screen: what nobody scrolls to is neither fetched nor drawn. */
export function WhenSeen({ className, children }: WhenSeenProps) {
  const mark = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isSeen || !mark.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: AHEAD });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen ? children : <div ref={mark} className={className} />;
}
