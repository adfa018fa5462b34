import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { isExpired, isToBeDisabled, nextTry } from './webhook-retry.ts';

const QUEUED = new Date('2026-11-20T12:00:00Z');
const waits = (chance: number) => {
  const told: number[] = [];
  let at = QUEUED;
  for (let attempts = 1; ; attempts++) {
    const next = nextTry({ attempts, queuedAt: QUEUED, at, askedMs: null, chance });
    if (next === null) return told;
    told.push((next.getTime() - at.getTime()) / 1_000);
    at = next;
  }
};

describe('a failed delivery', () => {
  it('is tried again after 5 seconds, 5 and 30 minutes, 2, 5, 8 and 8 hours, and then given up', () => {
    expect(waits(0)).toEqual([5, 300, 1_800, 7_200, 18_000, 28_800, 28_800]);
  });

  it('comes back up to a tenth earlier, at random', () => {
    expect(waits(0.5)).toEqual([4.75, 285, 1_710, 6_840, 17_100, 27_360, 27_360]);
  });

  it('waits as long as the receiver asks, but no longer than 8 hours, and never less than usual', () => {
    const after = (askedMs: number) =>
      nextTry({ attempts: 1, queuedAt: QUEUED, at: QUEUED, askedMs, chance: 0 })!.getTime() - QUEUED.getTime();
    expect([MINUTE_MS, 30 * DAY_MS, 1].map(after)).toEqual([MINUTE_MS, 8 * HOUR_MS, 5_000]);
  });

  it('is not tried later than a day after it was queued', () => {
    const at = new Date(QUEUED.getTime() + DAY_MS - 1_000);
    expect(nextTry({ attempts: 1, queuedAt: QUEUED, at, askedMs: null, chance: 0 })).toBeNull();
    expect([isExpired(QUEUED, at), isExpired(QUEUED, new Date(QUEUED.getTime() + DAY_MS))]).toEqual([false, true]);
  });
});

describe('a webhook is disabled', () => {
  it('after 10 failures in a row over 3 days, and not by either alone', () => {
    const later = new Date(QUEUED.getTime() + 3 * DAY_MS);
    expect(isToBeDisabled(10, QUEUED, later)).toBe(true);
    expect(isToBeDisabled(9, QUEUED, later)).toBe(false);
    expect(isToBeDisabled(1_000, QUEUED, new Date(later.getTime() - 1))).toBe(false);
  });
});
