import { startTransition, useEffect, useReducer, useRef } from 'react';

/**
 * The time as the server has it. A browser's clock may be wrong by hours; every answer of the server says what time it is
 * there, and what runs on the page (minutes, ages, whether a contest is still open) goes by that.
 */
let offsetMs = 0;

/** Milliseconds since 1970, by the server's clock. */
export const nowMs = (): number => Date.now() + offsetMs;

/** A correction of this much is a clock put right, which shows at once; less runs out by itself. */
const NOTICED_MS = 1_000;
const HEADER_STEP_MS = 1_000;

/**
 * Hears what time it was at the server while it answered: `date` and `age` are the answer's headers, the others the
 * browser's clock when it asked and when the answer came. The header knows whole seconds and the way took a while, so each
 * answer only says between which limits the truth lies: we stay where we are within them, and go no further than to the
 * nearer one outside.
 */
export function setServerTime({ date, age }: { date: string | null; age: string | null }, askedMs: number, answeredMs: number): void {
  const said = Date.parse(date ?? '') + Number(age ?? 0) * 1_000;
  if (Number.isNaN(said)) return;
  const [least, most] = [said - answeredMs, said + HEADER_STEP_MS - askedMs];
  const next = Math.min(Math.max(offsetMs, least), most);
  const isNoticed = Math.abs(next - offsetMs) >= NOTICED_MS;
  offsetMs = next;
  if (isNoticed) for (const { listeners } of tickers.values()) notifyAll(listeners);
}

/** Uses the browser's clock again. */
export function clearServerTime(): void {
  offsetMs = 0;
}

interface Ticker {
  listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval>;
}

const tickers = new Map<number, Ticker>();

/** Calls back every so often, all who want the same interval together; until the returned function is called. */
export function onTick(everyMs: number, tell: () => void): () => void {
  const ticker = tickers.get(everyMs) ?? startTicker(everyMs);
  ticker.listeners.add(tell);
  return () => {
    ticker.listeners.delete(tell);
    if (ticker.listeners.size > 0) return;
    clearInterval(ticker.timer);
    if (tickers.get(everyMs) === ticker) tickers.delete(everyMs);
  };
}

function startTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  const ticker = { listeners, timer: setInterval(() => notifyAll(listeners), everyMs) };
  tickers.set(everyMs, ticker);
  return ticker;
}

const notifyAll = (listeners: ReadonlySet<() => void>): void => {
  for (const tell of listeners) tell();
};

/** Returns the time of the server's clock, updated periodically. */
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
