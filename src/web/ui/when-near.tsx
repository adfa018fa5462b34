import { type ReactNode, useCallback, useState } from 'react';
import { watchNearness } from '#web/lib/near-screen.ts';

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

const CAN_TELL = typeof IntersectionObserver !== 'undefined';

/** Draws what is in it as long as it is near the screen, and keeps its place on the page at all times. */
export function WhenNear({ as: Place, height, isFirst, className, children }: WhenNearProps) {
  const [{ isNear, heldHeight }, setPlace] = useState({ isNear: isFirst || !CAN_TELL, heldHeight: height });
  const watch = useCallback((place: HTMLElement | null) => {
    if (!CAN_TELL || !place) return;
    return watchNearness(place, (near, measured) => setPlace((was) => next(was, near, measured)));
  }, []);
  return (
    <Place ref={watch} className={className} style={isNear ? undefined : { height: heldHeight }}>
      {isNear && children()}
    </Place>
  );
}

interface PlaceState {
  isNear: boolean;
  heldHeight: number;
}

/** Who leaves holds the place that it took. */
const next = (was: PlaceState, isNear: boolean, measured: number): PlaceState =>
  was.isNear === isNear ? was : { isNear, heldHeight: isNear ? was.heldHeight : measured };
