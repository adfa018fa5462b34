import { HOUR_MS } from '#domain/time.ts';

/** How long somebody has been here, as all tabs of a browser count it together. Times in milliseconds since 1970. */
export interface PlayClock {
  userId: string;
  /** Since the last reminder, or the last break. */
  hereMs: number;
  /** When that was last added to. */
  at: number;
}

/** How often it is added to. */
export const STEP_MS = 10_000;
/** A step that comes later than this was no presence: the computer slept, or nobody looked. */
const STEP_MAX_MS = 3 * STEP_MS;
/** Whoever was away for as long had a break: the next hour begins when they come back. */
export const BREAK_MS = 30 * 60_000;

/** The clock at `now`, when somebody is here: tabs that are open side by side add each moment once. */
export function stepOn(clock: PlayClock | null, userId: string, now: number): PlayClock {
  // Another user's, or from a clock that was put back since.
  if (clock === null || clock.userId !== userId || clock.at > now || now - clock.at >= BREAK_MS) return { userId, hereMs: 0, at: now };
  const passed = now - clock.at;
  return { userId, hereMs: clock.hereMs + (passed <= STEP_MAX_MS ? passed : 0), at: now };
}

/** Whether an hour is full. */
export const isDue = ({ hereMs }: PlayClock): boolean => hereMs >= HOUR_MS;

/** What is kept in the browser, read; null for what is none. */
export function readClock(text: string | null): PlayClock | null {
  try {
    const { userId, hereMs, at } = JSON.parse(text ?? '') as PlayClock;
    return typeof userId === 'string' && Number.isFinite(hereMs) && Number.isFinite(at) ? { userId, hereMs, at } : null;
  } catch {
    return null;
  }
}
