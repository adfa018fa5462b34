import { type RefObject, useEffect } from 'react';

/** The phone's bar above the page (shell/phone-bar.tsx) and the space below it, in pixels. */
const ABOVE = 54 + 8;
/** By so much a keyboard makes the visible part of the page lower, in pixels: more than any bar of a browser. */
const KEYBOARD_MIN = 140;

/** While a phone's keyboard is open for something in the panel: makes it as high as what is left of the screen, and brings it there. */
export function useKeyboardRoom(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    const viewport = window.visualViewport;
    if (!element || !viewport) return;
    const fit = () => {
      const hasKeyboard = window.innerHeight - viewport.height > KEYBOARD_MIN && element.contains(document.activeElement);
      element.style.height = hasKeyboard ? `${viewport.height - ABOVE - 8}px` : '';
      element.style.scrollMarginTop = hasKeyboard ? `${ABOVE}px` : '';
      if (hasKeyboard) element.scrollIntoView({ block: 'start' });
    };
    viewport.addEventListener('resize', fit);
    return () => viewport.removeEventListener('resize', fit);
  }, [panel]);
}
