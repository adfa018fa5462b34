import { useEffect, useReducer, useRef } from 'react';

/**
 * The server's time. A browser's clock may be off by hours; every answer carries the server's time, and all running times on the page
 * (minutes, ages, whether a contest is still open) use it.
 */
let offsetMs = 0;

/** Milliseconds since 1970, by the server's clock. */
export const nowMs = (): number => Date.now() + offsetMs;

/** A correction of at least this much is shown at once; smaller ones show with the next tick. */
const NOTICED_MS = 1_000;
const HEADER_STEP_MS = 1_000;

/**
 * Estimates the server's clock from an answer: `date` and `age` are its headers, the others the browser's clock when sending and receiving.
 * The header has whole seconds and the round trip takes time, so each answer only gives bounds: an estimate within them is kept, and one
 * outside is moved to the nearer bound.
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

/** Calls back at an interval until the returned function is called; equal intervals share one timer. */
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
 * The result of `read` for the current time, evaluated at an interval: the component renders again only when it changes, so that a tick
 * costs a list of hundreds of rows nothing. Use it for values that change with time alone.
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
        if (readNow(new Date(nowMs())) !== last) renderAgain();
      }),
    [everyMs],
  );
  return value;
}
