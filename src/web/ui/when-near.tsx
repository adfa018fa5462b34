import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

interface WhenNearProps {
  /** Its element, whether drawn or not. */
  as: 'ul' | 'header';
  /** In pixels, until it has been drawn once. */
  height: number;
  /** Drawn from the start, before the browser knows its position. */
  isFirst: boolean;
  /** Identifies a row of a list, whether drawn or not. */
  row?: string;
  className?: string;
  children: () => ReactNode;
}

const CAN_OBSERVE = typeof IntersectionObserver !== 'undefined';

/** Draws its content while near the screen, and keeps its place on the page at all times. */
export function WhenNear({ as: Place, height, isFirst, row, className, children }: WhenNearProps) {
  const [{ isNear, measured }, setPlace] = useState<PlaceState>({ isNear: isFirst || !CAN_OBSERVE, measured: null });
  const watch = useCallback(
    (place: HTMLElement | null) => {
      if (!CAN_OBSERVE || !place) return;
      return watchNearness(place, (near, px) => setPlace((was) => next(was, near, { expected: height, px })));
    },
    [height],
  );
  // A measured height applies to the content of that time: without prices, for example, rows are lower.
  const held = measured?.expected === height ? measured.px : height;
  return (
    <Place ref={watch} data-row={row} className={className} style={isNear ? undefined : { height: held }}>
      {isNear && children()}
    </Place>
  );
}

interface PlaceState {
  isNear: boolean;
  /** Its height when it left, and the expected height then. */
  measured: { expected: number; px: number } | null;
}

function next(was: PlaceState, isNear: boolean, measured: { expected: number; px: number }): PlaceState {
  if (was.isNear === isNear) return was;
  // What is empty or hidden has no height to keep: without any, the place would never come near again.
  return { isNear, measured: isNear || measured.px === 0 ? was.measured : measured };
}

/** Receives whether to draw the place, and its height on the page in pixels. */
type OnPlaceChange = (isNear: boolean, height: number) => void;

/** One screen above and one below the viewport. */
const AROUND = '100% 0px';

const places = new Map<Element, OnPlaceChange>();
/** Places that are near but not drawn yet, next one first. */
const waiting = new Map<Element, number>();
let observer: IntersectionObserver | null = null;

/**
 * Reports when a place comes near the screen and when it leaves, until the returned function is called. Visible places are reported at
 * once, merely near ones one per frame, nearest first, so that scrolling stays smooth. A place with the focus is never reported as leaving.
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
  /** Classes of the placeholder until then. */
  className: string;
  children: ReactNode;
}

/** How far below the screen content is prepared, so that it is ready when scrolled to. */
const AHEAD = '400px';

/** Renders its content once it has come near the screen: unseen content is neither loaded nor drawn. */
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
