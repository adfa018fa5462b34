/** How many messages came since a window began. */
export interface MessageWindow {
  sinceMs: number;
  count: number;
}

/** Counts a message and says whether it is above what a window of so many milliseconds may hold; a clock that jumps begins anew. */
export function isAbove(window: MessageWindow, nowMs: number, max: number, windowMs: number): boolean {
  const elapsed = nowMs - window.sinceMs;
  if (elapsed < 0 || elapsed >= windowMs) {
    window.sinceMs = nowMs;
    window.count = 0;
  }
  window.count += 1;
  return window.count > max;
}
