import { type ReactNode, useCallback, useState } from 'react';
import { watchNearness } from '#web/lib/viewport-observer.ts';

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
  const [{ isNear, measured }, setPlace] = useState<PlaceState>({ isNear: isFirst || !CAN_TELL, measured: null });
  const watch = useCallback(
    (place: HTMLElement | null) => {
      if (!CAN_TELL || !place) return;
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
