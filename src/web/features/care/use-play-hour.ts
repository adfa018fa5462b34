import { useEffect, useRef } from 'react';
import { onTick } from '#web/lib/clock.ts';
import { recall, remember } from '#web/lib/storage.ts';
import { isDue, type PlayClock, readClock, STEP_MS, stepOn } from './play-clock.ts';

const KEY = 'play_clock';
/** Whoever did nothing for as long is not looking any more. */
const IDLE_MS = 15 * 60_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/**
 * Calls `tell` after each hour that the user spent on the site: time in which a tab is visible and was used within a quarter of an hour.
 * All tabs count together, and one of them tells. While a dialog is open it
 * waits; where `tell` answers that it could not, it is called again soon.
 */
export function usePlayHour(userId: string, tell: () => Promise<boolean>): void {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => {
    let usedAt = Date.now();
    const listening = new AbortController();
    const noteUse = () => {
      usedAt = Date.now();
    };
    for (const event of INPUTS) window.addEventListener(event, noteUse, { signal: listening.signal, passive: true, capture: true });
    const step = () => {
      const now = Date.now();
      if (document.visibilityState !== 'visible' || now - usedAt > IDLE_MS) return;
      const clock = stepOn(readClock(recall(KEY)), userId, now);
      if (!isDue(clock) || isDialogOpen()) return keep(clock);
      // Taken before it is told, so that no other tab tells it too.
      keep({ ...clock, hereMs: 0 });
      void latest.current().then((isTold) => isTold || keep(clock));
    };
    step();
    const stop = onTick(STEP_MS, step);
    return () => {
      stop();
      listening.abort();
    };
  }, [userId]);
}

const keep = (clock: PlayClock): void => remember(KEY, JSON.stringify(clock));

/** Every dialog locks the page's scrolling; counted, so that this is gone with the last one. */
export const isDialogOpen = (): boolean => document.body.hasAttribute('data-scroll-locked');
