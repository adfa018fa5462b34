import { type ReactNode, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Parts of the first page that have not been rendered yet, next one first; null while nothing is started: then no part waits. */
let waiting: (() => void)[] | null = null;

/** After this long, the browser may lay out what was rendered, and react to the reader. */
const SLICE_MS = 5;
/** In a tab in the background, no frame ever comes. */
const FRAME_MS_MAX = 50;

/** Makes parts that are rendered from now on wait for `takeTurns`. */
export function startTurns(): void {
  waiting = [];
}

/** Renders the waiting parts in short slices, including those that come up meanwhile; resolves when all are rendered. */
export async function takeTurns(): Promise<void> {
  while (waiting && waiting.length > 0) {
    await nextFrame();
    const end = performance.now() + SLICE_MS;
    do {
      const turn = waiting.shift();
      if (turn) flushSync(turn);
    } while (waiting.length > 0 && performance.now() < end);
  }
  waiting = null;
}

const nextFrame = () =>
  new Promise<unknown>((resolve) => {
    const timer = setTimeout(resolve, FRAME_MS_MAX);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // After this frame's layout.
      setTimeout(resolve);
    });
  });

interface InTurnProps {
  /** Takes its place until its turn. */
  placeholder?: ReactNode;
  children: () => ReactNode;
}

/** A part of the first page that is rendered in a slice of its own, and on later pages at once. */
export function InTurn({ placeholder = null, children }: InTurnProps) {
  const [isRendered, setRendered] = useState(waiting === null);
  useLayoutEffect(() => {
    if (isRendered) return;
    if (waiting) waiting.push(() => setRendered(true));
    else setRendered(true);
  }, [isRendered]);
  return isRendered ? children() : placeholder;
}
