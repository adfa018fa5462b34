import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { clearServerTime, nowMs, setServerTime, useNow, useTicking } from './clock.ts';

const SERVER = Date.parse('2026-03-02T18:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: SERVER }));
afterEach(() => {
  vi.useRealTimers();
  clearServerTime();
});

/** An answer of a server ahead of the browser's clock, with a round trip of this many milliseconds. */
function answer(aheadMs: number, roundTripMs = 80): void {
  const asked = Date.now();
  const date = new Date(asked + aheadMs + roundTripMs / 2).toUTCString();
  setServerTime({ date, age: null }, asked, asked + roundTripMs);
}

const error = () => nowMs() - Date.now();

describe('the clock', () => {
  it('is the browser’s own if that is right', () => {
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(137);
      answer(0);
    }
    expect(error()).toBe(0);
  });

  it.each([HOUR_MS, -HOUR_MS])('is right to the second in a browser that is %i ms off', (ahead) => {
    answer(ahead);
    expect(Math.abs(error() - ahead)).toBeLessThan(1_100);
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(137);
      answer(ahead);
    }
    // Answers at many moments of the second leave hardly more error than the round trip.
    expect(Math.abs(error() - ahead)).toBeLessThan(220);
  });

  it('ignores an answer without a time, and adds the time spent in a cache', () => {
    setServerTime({ date: null, age: null }, SERVER, SERVER);
    setServerTime({ date: 'yesterday', age: null }, SERVER, SERVER);
    expect(error()).toBe(0);
    setServerTime({ date: new Date(SERVER - 60_000).toUTCString(), age: '60' }, SERVER, SERVER);
    expect(error()).toBe(0);
  });

  it('notifies its readers once it is corrected', () => {
    const { result } = renderHook(() => useNow(60_000));
    act(() => answer(HOUR_MS));
    expect(Math.abs(result.current.getTime() - SERVER - HOUR_MS)).toBeLessThan(1_100);
  });
});

describe('a ticking value', () => {
  it('renders again only when it has changed', () => {
    let renders = 0;
    const { result } = renderHook(() => {
      renders += 1;
      return useTicking(1_000, (now) => now.getUTCMinutes());
    });
    expect(result.current).toBe(0);
    act(() => vi.advanceTimersByTime(59_000));
    expect(renders).toBe(1);
    act(() => vi.advanceTimersByTime(1_000));
    expect(result.current).toBe(1);
    expect(renders).toBe(2);
  });

  it('stops with its last reader', () => {
    const first = renderHook(() => useNow(1_000));
    const second = renderHook(() => useNow(1_000));
    expect(vi.getTimerCount()).toBe(1);
    first.unmount();
    second.unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
