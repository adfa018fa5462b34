import { useEffect, useEffectEvent } from 'react';

/** By so much a keyboard makes the visible part of the page lower, in pixels: more than any bar of a browser. */
const KEYBOARD_MIN = 140;
/** Where a keyboard may be on the screen itself; windows elsewhere are made lower by hand. */
const HAS_OWN = '(pointer: coarse), (width < 768px)';

/** The most that was to be seen of the page since the screen was turned, in pixels. */
let most = { width: 0, height: 0 };

/**
 * Tells how much of the page's height a keyboard on the screen leaves in sight, in pixels, and null while there is none: whenever
 * that may have changed, until the returned function is called, which tells that there is none. Whoever presses a button beside a field leaves it for a moment, and
 * nothing may move under the finger: so only what is in sight counts, not what has the focus since.
 */
export function followKeyboard(tell: (heightPx: number | null) => void): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => undefined;
  const look = () => {
    // Some browsers make the page lower, others only what is in sight of it. Who zooms sees less as well, at a scale that says so.
    const height = Math.round(viewport.height * viewport.scale);
    const width = window.innerWidth;
    most = { width, height: Math.max(height, window.innerHeight, width === most.width ? most.height : 0) };
    const isLow = most.height - height > KEYBOARD_MIN && window.matchMedia(HAS_OWN).matches;
    tell(isLow && isWrittenIn(document.activeElement) ? height : null);
  };
  look();
  viewport.addEventListener('resize', look);
  return () => {
    viewport.removeEventListener('resize', look);
    tell(null);
  };
}

const isWrittenIn = (element: Element | null): boolean => element?.matches('input, textarea') ?? false;

/** A key that does something wherever the focus is, except while something is typed or a dialog is open. */
export function useHotkey(key: string, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, [key]);
}

const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !== null;
