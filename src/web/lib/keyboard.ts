import { useEffect, useEffectEvent } from 'react';

/** The minimum height that a keyboard takes from the visible page, in pixels: more than any bar of a browser. */
const KEYBOARD_MIN = 140;
/** Devices that may have an on-screen keyboard; elsewhere users resize windows. */
const HAS_OWN = '(pointer: coarse), (width < 768px)';

/** The largest visible part of the page since the screen was rotated, in pixels. */
let most = { width: 0, height: 0 };

/**
 * Reports how much of the page's height an on-screen keyboard leaves visible, in pixels; null without one. Called whenever that may have
 * changed until the returned function is called, which reports null. Only the visible height counts, not the focus: pressing a button
 * beside a field moves the focus for a moment, and the layout must not shift under the finger.
 */
export function followKeyboard(tell: (heightPx: number | null) => void): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => undefined;
  const look = () => {
    // Some browsers shrink the page, others only its visible part. Zooming also shrinks it, but changes the scale.
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

/** A key that works wherever the focus is, except while typing or with a dialog open. */
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
