import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { dayLeft, freeAtMs, hourLeft, NOTHING_USED, nextMidnightMs, pausedUntil, Used, withRemaining, withRequest } from './allowance.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const allowance = { perDay: 100, perMinute: 3 };
const asked = (...times: number[]): Used => times.reduce(withRequest, NOTHING_USED);

describe('the allowance', () => {
  it('is counted per day and reset at midnight UTC', () => {
    const used = asked(NOON, NOON + 1, NOON + 2);
    expect(dayLeft(used, allowance, NOON + 3)).toBe(97);
    expect(dayLeft(used, allowance, nextMidnightMs(NOON))).toBe(100);
    expect(dayLeft(withRequest(used, nextMidnightMs(NOON)), allowance, nextMidnightMs(NOON))).toBe(99);
    expect(freeAtMs(asked(NOON), { perDay: 1, perMinute: 3 }, NOON)).toBe(Date.parse('2026-11-22T00:00:00Z'));
  });

  it('allows a request a minute after the oldest one of the last minute', () => {
    const used = asked(NOON, NOON + 10_000, NOON + 20_000);
    expect(freeAtMs(asked(NOON, NOON + 10_000), allowance, NOON + 20_000)).toBe(NOON + 20_000);
    expect(freeAtMs(used, allowance, NOON + 20_000)).toBe(NOON + MINUTE_MS);
    expect(freeAtMs(used, allowance, NOON + MINUTE_MS)).toBe(NOON + MINUTE_MS);
  });

  it('has so many requests left of an hour, until an hour after the end of their minute', () => {
    const hourly = { perHour: 5, perMinute: 10 };
    const used = asked(NOON, NOON + 1, NOON + 30 * MINUTE_MS);
    expect(hourLeft(used, hourly, NOON + 31 * MINUTE_MS)).toBe(2);
    expect(hourLeft(used, hourly, NOON + HOUR_MS + MINUTE_MS)).toBe(4);
    expect(hourLeft(used, { perHour: 2, perMinute: 10 }, NOON + 31 * MINUTE_MS)).toBe(0);
    expect(hourLeft(used, allowance, NOON)).toBe(Number.POSITIVE_INFINITY);
  });

  it('follows the provider’s count if it is lower, but never exceeds the settings', () => {
    const used = asked(NOON);
    expect(dayLeft(withRemaining(used, { day: 12, minute: 5 }, NOON), allowance, NOON)).toBe(12);
    expect(dayLeft(withRemaining(used, { day: 7000, minute: 5 }, NOON), allowance, NOON)).toBe(99);
    expect(dayLeft(withRequest(withRemaining(used, { day: 12, minute: 5 }, NOON), NOON), allowance, NOON)).toBe(11);
    expect(freeAtMs(withRemaining(used, { day: 0, minute: 5 }, NOON), allowance, NOON)).toBe(nextMidnightMs(NOON));
    expect(freeAtMs(withRemaining(used, { day: 12, minute: 0 }, NOON), allowance, NOON)).toBe(NOON + MINUTE_MS);
    expect(withRemaining(used, {}, NOON)).toEqual(used);
    // The provider says when its minute ends.
    expect(freeAtMs(withRemaining(used, { minute: 0, resetSeconds: 12 }, NOON), allowance, NOON)).toBe(NOON + 12_000);
  });

  it('keeps the longest pause', () => {
    const used = pausedUntil(pausedUntil(NOTHING_USED, NOON + 9), NOON + 5);
    expect(freeAtMs(used, allowance, NOON)).toBe(NOON + 9);
  });

  it('is counted per hour, for providers that do so', () => {
    const hourly = { perHour: 3, perMinute: 10 };
    const used = asked(NOON, NOON + 20 * MINUTE_MS, NOON + 20 * MINUTE_MS + 1);
    expect(freeAtMs(asked(NOON, NOON + 1), hourly, NOON + 2)).toBe(NOON + 2);
    // The first minute counts until an hour after its end.
    expect(freeAtMs(used, hourly, NOON + 30 * MINUTE_MS)).toBe(NOON + 61 * MINUTE_MS);
    const later = withRequest(used, NOON + 61 * MINUTE_MS);
    expect(freeAtMs(later, hourly, NOON + 62 * MINUTE_MS)).toBe(NOON + 81 * MINUTE_MS);
    expect(dayLeft(used, hourly, NOON + 30 * MINUTE_MS)).toBe(72 - 3);
    expect(freeAtMs(withRemaining(used, { hour: 0 }, NOON), { perHour: 100, perMinute: 10 }, NOON)).toBe(NOON + 5 * MINUTE_MS);
  });

  it('never allows more requests in an hour than allowed, whenever they are made', () => {
    const hourly = { perHour: 40, perMinute: 7 };
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 100, maxLength: 200 }), (pauses) => {
        let used = NOTHING_USED;
        let nowMs = NOON;
        const times: number[] = [];
        for (const pauseMs of pauses) {
          nowMs = freeAtMs(used, hourly, nowMs + pauseMs);
          used = withRequest(used, nowMs);
          times.push(nowMs);
          expect(times.filter((ms) => ms > nowMs - HOUR_MS).length).toBeLessThanOrEqual(40);
          expect(times.filter((ms) => ms > nowMs - MINUTE_MS).length).toBeLessThanOrEqual(7);
        }
        expect(Used.safeParse(used).success).toBe(true);
      }),
    );
  });
});
