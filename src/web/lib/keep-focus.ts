import { flushSync } from 'react-dom';

/**
 * Does what may take the focused element to another place of the page, where React makes it anew; the focus follows to the
 * element that `selector` finds there. The page stays where it is scrolled to.
 */
export function keepFocus(act: () => void, selector: string): void {
  const focused = document.activeElement;
  flushSync(act);
  if (focused && !focused.isConnected) document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
