/** Things that are handed on a fixed time after they were put in, in their order. */
export interface DelayLine<T> {
  put: (item: T) => void;
  /** Hands on nothing more. */
  close: () => void;
}

const LOOK_MS = 100;

/**
 * Hands on each item no earlier than `delayMs` after it was put in, by the clock that is passed in, and at most some 100 ms later. A clock
 * that was set back holds nothing up for longer than the delay again.
 */
export function createDelayLine<T>(delayMs: number, now: () => Date, handOn: (item: T) => void): DelayLine<T> {
  let waiting: { dueMs: number; item: T }[] = [];
  const look = () => {
    const nowMs = now().getTime();
    const isDue = ({ dueMs }: { dueMs: number }) => dueMs <= nowMs || dueMs > nowMs + delayMs;
    const firstKept = waiting.findIndex((entry) => !isDue(entry));
    const due = firstKept === -1 ? waiting : waiting.slice(0, firstKept);
    waiting = firstKept === -1 ? [] : waiting.slice(firstKept);
    for (const { item } of due) handOn(item);
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    put: (item) => void waiting.push({ dueMs: now().getTime() + delayMs, item }),
    close: () => {
      clearInterval(timer);
      waiting = [];
    },
  };
}
