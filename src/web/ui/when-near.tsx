import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

interface WhenNearProps {
  /** What it is, whether it is drawn or not. */
  as: 'ul' | 'header';
  /** In pixels, until it has been drawn once. */
  height: number;
  /** Drawn from the beginning, before the browser knows where on the page it is. */
  isFirst: boolean;
  className?: string;
  children: () => ReactNode;
}

const CAN_OBSERVE = typeof IntersectionObserver !== 'undefined';

/** Draws what is in it as long as it is near the screen, and keeps its place on the page at all times. */
export function WhenNear({ as: Place, height, isFirst, className, children }: WhenNearProps) {
  const [{ isNear, measured }, setPlace] = useState<PlaceState>({ isNear: isFirst || !CAN_OBSERVE, measured: null });
  const watch = useCallback(
    (place: HTMLElement | null) => {
      if (!CAN_OBSERVE || !place) return;
      return watchNearness(place, (near, px) => setPlace((was) => next(was, near, { expected: height, px })));
    },
    [height],
  );
  // What was measured holds for what was in it then: without prices, say, rows are lower.
  const held = measured?.expected === height ? measured.px : height;
  return (
    <Place ref={watch} className={className} style={isNear ? undefined : { height: held }}>
      {isNear && children()}
    </Place>
  );
}

interface PlaceState {
  isNear: boolean;
  /** How high it was when it left, and how high it was expected to be. */
  measured: { expected: number; px: number } | null;
}

const next = (was: PlaceState, isNear: boolean, measured: PlaceState['measured']): PlaceState =>
  was.isNear === isNear ? was : { isNear, measured: isNear ? was.measured : measured };

/** Called with whether to draw the place, and its height on the page in pixels. */
type OnPlaceChange = (isNear: boolean, height: number) => void;

/** One screen above and one below the viewport. */
const AROUND = '100% 0px';

const places = new Map<Element, OnPlaceChange>();
/** Places that are near but not drawn yet, the next one first. */
const waiting = new Map<Element, number>();
let observer: IntersectionObserver | null = null;

/**
 * Tells a place on the page when it comes near the screen and when it leaves, until the returned function is called. What is on
 * show is told at once. What is only near is told one a frame, the nearest first, so that a page follows the hand that scrolls it.
 * Who has the focus is never told to leave.
 */
export function watchNearness(place: Element, tell: OnPlaceChange): () => void {
  observer ??= new IntersectionObserver(onMoved, { rootMargin: AROUND });
  places.set(place, tell);
  observer.observe(place);
  return () => {
    places.delete(place);
    waiting.delete(place);
    observer?.unobserve(place);
  };
}

function onMoved(entries: readonly IntersectionObserverEntry[]): void {
  const isIdle = waiting.size === 0;
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    waiting.delete(target);
    const { top, bottom, height } = boundingClientRect;
    const away = Math.max(top - window.innerHeight, -bottom);
    if (isIntersecting && away > 0) waiting.set(target, away);
    else if (isIntersecting || !target.contains(document.activeElement)) places.get(target)?.(isIntersecting, height);
  }
  if (isIdle && waiting.size > 0) requestAnimationFrame(reportNext);
}

function reportNext(): void {
  const [nearest] = [...waiting].toSorted(([, a], [, b]) => a - b);
  if (!nearest) return;
  waiting.delete(nearest[0]);
  places.get(nearest[0])?.(true, 0);
  if (waiting.size > 0) requestAnimationFrame(reportNext);
}

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
