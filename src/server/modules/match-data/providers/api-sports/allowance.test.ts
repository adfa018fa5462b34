import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { dayLeft, freeAtMs, NOTHING_USED, nextMidnightMs, pausedUntil, type Used, withHeaders, withRequest } from './allowance.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const allowance = { perDay: 100, perMinute: 3 };
const asked = (...times: number[]): Used => times.reduce(withRequest, NOTHING_USED);
const headers = (day: string, minute: string) => new Headers({ 'X-RateLimit-Requests-Remaining': day, 'X-RateLimit-Remaining': minute });

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

  it('follows the provider’s count if it is lower, but never exceeds the settings', () => {
    const used = asked(NOON);
    expect(dayLeft(withHeaders(used, headers('12', '5'), NOON), allowance, NOON)).toBe(12);
    expect(dayLeft(withHeaders(used, headers('7000', '5'), NOON), allowance, NOON)).toBe(99);
    expect(dayLeft(withRequest(withHeaders(used, headers('12', '5'), NOON), NOON), allowance, NOON)).toBe(11);
    expect(freeAtMs(withHeaders(used, headers('0', '5'), NOON), allowance, NOON)).toBe(nextMidnightMs(NOON));
    expect(freeAtMs(withHeaders(used, headers('12', '0'), NOON), allowance, NOON)).toBe(NOON + MINUTE_MS);
    expect(withHeaders(used, headers('a few', '-1'), NOON)).toEqual(used);
  });

  it('keeps the longest pause', () => {
    const used = pausedUntil(pausedUntil(NOTHING_USED, NOON + 9), NOON + 5);
    expect(freeAtMs(used, allowance, NOON)).toBe(NOON + 9);
  });
});
