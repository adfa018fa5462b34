import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { nextTimeOfDay, quietUntil } from './notification-plan.ts';

const NIGHT = { from: '23:00', to: '07:00' };
const until = (hours: { from: string; to: string }, zone: string, at: string) =>
  quietUntil(hours, zone, new Date(at))?.toISOString() ?? null;

describe('quietUntil', () => {
  it.each([
    ['before them', '2026-11-22T22:59:59.999Z', null],
    ['from their first minute', '2026-11-22T23:00:00.000Z', '2026-11-23T07:00:00.000Z'],
    ['after midnight', '2026-11-23T03:12:45.000Z', '2026-11-23T07:00:00.000Z'],
    ['to their last second', '2026-11-23T06:59:59.999Z', '2026-11-23T07:00:00.000Z'],
    ['when they are over', '2026-11-23T07:00:00.000Z', null],
  ])('handles hours over midnight, %s', (_, at, end) => {
    expect(until(NIGHT, 'UTC', at)).toBe(end);
  });

  it('handles hours within a day', () => {
    const lunch = { from: '12:00', to: '13:30' };
    expect(until(lunch, 'UTC', '2026-11-22T11:59:00Z')).toBeNull();
    expect(until(lunch, 'UTC', '2026-11-22T12:00:00Z')).toBe('2026-11-22T13:30:00.000Z');
    expect(until(lunch, 'UTC', '2026-11-22T13:30:00Z')).toBeNull();
  });

  it('uses the clock of the zone, including offsets of a quarter of an hour', () => {
    expect(until(NIGHT, 'Asia/Ho_Chi_Minh', '2026-11-22T16:00:00Z')).toBe('2026-11-23T00:00:00.000Z');
    expect(until(NIGHT, 'Asia/Ho_Chi_Minh', '2026-11-22T23:00:00Z')).toBe('2026-11-23T00:00:00.000Z');
    expect(until(NIGHT, 'Asia/Kathmandu', '2026-11-22T17:15:00Z')).toBe('2026-11-23T01:15:00.000Z');
  });

  it('is an hour earlier when the clock goes forward within quiet hours, and an hour later when it goes back', () => {
    expect(until(NIGHT, 'Europe/Berlin', '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
    expect(until(NIGHT, 'Europe/Berlin', '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
  });

  it('ends at a forward clock change that skips the end, and quiet hours return when the clock goes back over it', () => {
    // 02:00 becomes 03:00 on March 29; 03:00 becomes 02:00 on October 25.
    const late = { from: '22:00', to: '02:30' };
    expect(until(late, 'Europe/Berlin', '2026-03-29T00:10:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(until(late, 'Europe/Berlin', '2026-10-24T23:10:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(until(late, 'Europe/Berlin', '2026-10-25T00:30:00Z')).toBeNull();
    expect(until(late, 'Europe/Berlin', '2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });

  it('returns the first minute that is not quiet', () => {
    const time = fc
      .integer({ min: 0, max: 1_439 })
      .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`);
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Antarctica/Troll');
    // Moments around clock changes, and any others.
    const at = fc.oneof(
      fc.integer({ min: 0, max: 365 * 1_440 }),
      fc.constantFrom(60, 240, 296, 304).chain((day) => fc.integer({ min: day * 1_440, max: (day + 10) * 1_440 })),
    );
    fc.assert(
      fc.property(time, time, zone, at, (from, to, timeZone, minutes) => {
        fc.pre(from !== to);
        const start = new Date(Date.UTC(2026, 0, 1) + minutes * MINUTE_MS);
        const end = quietUntil({ from, to }, timeZone, start);
        if (end === null) return;
        expect(end.getTime()).toBeGreaterThan(start.getTime());
        expect(end.getTime() - start.getTime()).toBeLessThanOrEqual((1_440 + 120) * MINUTE_MS);
        expect(quietUntil({ from, to }, timeZone, end)).toBeNull();
        const before = new Date(end.getTime() - MINUTE_MS);
        if (before >= start) expect(quietUntil({ from, to }, timeZone, before)).toEqual(end);
      }),
      { numRuns: 300 },
    );
  });

  it('throws for a time zone that does not exist', () => {
    expect(() => quietUntil(NIGHT, 'Europe/Nowhere', new Date(0))).toThrow(RangeError);
  });
});

describe('nextTimeOfDay for nine in the morning', () => {
  const next = (zone: string, at: string) => nextTimeOfDay('09:00', zone, new Date(at)).toISOString();
  it.each([
    ['today', '2026-11-22T08:59:59Z', '2026-11-22T09:00:00.000Z'],
    ['tomorrow, when it is nine', '2026-11-22T09:00:00Z', '2026-11-23T09:00:00.000Z'],
    ['tomorrow, when it was', '2026-11-22T23:30:00Z', '2026-11-23T09:00:00.000Z'],
  ])('is %s', (_, at, end) => {
    expect(next('UTC', at)).toBe(end);
  });

  it('uses the clock of the zone, also on a day of 23 hours', () => {
    expect(next('Europe/Berlin', '2026-03-28T09:00:00Z')).toBe('2026-03-29T07:00:00.000Z');
  });
});
