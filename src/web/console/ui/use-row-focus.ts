import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useHotkey } from '#web/lib/keyboard.ts';

/** The row that was left last in the list at an address. A reload forgets them. */
const left = new Map<string, string>();

/** What a link back to a list passes on, so that the list returns to its row. */
export const RETURNING = { isReturn: true };

interface RowFocusOptions {
  body: RefObject<HTMLTableSectionElement | null>;
  /** The keys of the rows, in order. */
  keys: readonly string[];
  isActive: boolean;
}

/**
 * Moves the focus between the rows of a table with `j`, `k` and, from a row on, the arrow keys. The focus comes back to the row that was
 * opened, after its page or a dialog; where the row is gone, to the row in its place.
 */
export function useRowFocus({ body, keys, isActive }: RowFocusOptions) {
  const { pathname, search, state } = useLocation();
  const address = pathname + search;
  const isReturn = useNavigationType() === 'POP' || (state as typeof RETURNING | null)?.isReturn === true;
  const wanted = useRef(isReturn && isActive ? left.get(address) : undefined);
  /** The row with the focus, or with the focus before a dialog opened. */
  const held = useRef<{ key: string; index: number } | null>(null);

  const rowAt = (index: number) => body.current?.rows[index];
  const step = (by: 1 | -1) => {
    if (!isActive) return;
    const at = [...(body.current?.rows ?? [])].findIndex((row) => row.contains(document.activeElement));
    rowAt(at === -1 ? 0 : Math.max(0, Math.min(keys.length - 1, at + by)))?.focus();
  };
  useHotkey('j', () => step(1));
  useHotkey('k', () => step(-1));

  useLayoutEffect(() => {
    if (wanted.current === undefined || keys.length === 0) return;
    rowAt(keys.indexOf(wanted.current))?.focus();
    wanted.current = undefined;
  });

  const restore = useEffectEvent(() => {
    if (held.current === null || keys.length === 0 || !isFocusLost()) return;
    const index = keys.indexOf(held.current.key);
    rowAt(index === -1 ? Math.min(held.current.index, keys.length - 1) : index)?.focus();
  });
  // After each change, as rows come and go; a closing dialog first returns the focus by itself, to a row that may be gone.
  useEffect(() => {
    const timer = setTimeout(() => restore(), 0);
    return () => clearTimeout(timer);
  });

  return {
    onFocus: (key: string, index: number) => {
      held.current = { key, index };
      left.set(address, key);
    },
    onBlur: (event: FocusEvent) => {
      const next = event.relatedTarget;
      const isInDialog = next instanceof Element && next.closest('[role="dialog"]') !== null;
      if (!isInDialog && event.currentTarget.isConnected && next !== null) held.current = null;
      // A click beside everything takes the focus away; a dialog that is about to open does not.
      if (next === null && document.hasFocus() && !isDialogOpen()) held.current = null;
    },
    /** Arrow keys on the row itself; true if it was one. */
    onArrow: (event: KeyboardEvent): boolean => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
      step(event.key === 'ArrowDown' ? 1 : -1);
      return true;
    },
  };
}

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;

const isFocusLost = (): boolean => (document.activeElement === null || document.activeElement === document.body) && !isDialogOpen();
