import { startTransition, useEffect, useReducer, useRef } from 'react';
import { nowMs, onTick } from './clock.ts';

/** The time by the server's clock, told again every so often. */
export const useNow = (everyMs = 1_000): Date => new Date(useTicking(everyMs, (now) => now.getTime()));

/**
 * What `read` makes of the time, looked at every so often: the component is rendered again only when that has changed, so
 * that a second costs a list of hundreds of rows nothing. Use it for what changes by the passing of time alone.
 */
export function useTicking<T extends string | number | boolean | null>(everyMs: number, read: (now: Date) => T): T {
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  const value = read(new Date(nowMs()));
  const shown = useRef({ value, read });
  useEffect(() => {
    shown.current = { value, read };
  });
  useEffect(
    () =>
      onTick(everyMs, () => {
        const { value: last, read: readNow } = shown.current;
        // Many rows may reach the next minute at once: what somebody does with the page goes first.
        if (readNow(new Date(nowMs())) !== last) startTransition(renderAgain);
      }),
    [everyMs],
  );
  return value;
}
