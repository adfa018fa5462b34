import { type RefObject, useEffect } from 'react';
import { followKeyboard } from '#web/lib/keyboard.ts';

/** The phone's bar above the page (shell/phone-bar.tsx) and the space below it, in pixels. */
const ABOVE = 54 + 8;
const BELOW = 8;
/** Room for the head, what is written and a line above it; where there is less, the head is behind the bar. */
const HEIGHT_MIN = 200;

/**
 * While a phone's keyboard is open for something in the panel: makes it as high as what is left of the screen, and brings it there.
 * Its own scroll margin says where it stands otherwise.
 */
export function useKeyboardRoom(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    let isRaised = false;
    return followKeyboard((left) => {
      const wasRaised = isRaised;
      isRaised = left !== null && element.contains(document.activeElement);
      if (left === null || !isRaised) {
        element.style.height = '';
        element.style.scrollMarginTop = '';
        // Back to where it was, or its end is behind the navigation.
        if (wasRaised && element.isConnected) element.scrollIntoView({ block: 'start' });
        return;
      }
      const height = Math.max(HEIGHT_MIN, left - ABOVE - BELOW);
      element.style.height = `${height}px`;
      element.style.scrollMarginTop = `${left - BELOW - height}px`;
      element.scrollIntoView({ block: 'start' });
    });
  }, [panel]);
}
