import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utcDay } from '#domain/time.ts';
import { type CheckIn, checkIn, currentStreak } from './rewards.ts';

it('rewards a streak, and starts over from the first day after seven', () => {
  let previous: CheckIn | null = null;
  const points: number[] = [];
  for (let i = 0; i < 9; i++) {
    const day = utcDay(new Date(Date.UTC(2024, 1, 25 + i)));
    const today = checkIn(previous, day);
    if ('code' in today) throw new Error(day);
    points.push(today.points);
    previous = { day, streak: today.streak };
  }
  // Across the leap day and the end of February.
  expect(points).toEqual([10, 10, 15, 15, 20, 20, 30, 10, 10]);
  expect(previous).toEqual({ day: '2024-03-04', streak: 9 });
});

it('restarts after a missed day', () => {
  expect(checkIn({ day: '2026-03-01', streak: 6 }, '2026-03-03')).toEqual({ streak: 1, points: 10 });
  expect(checkIn({ day: '2025-12-31', streak: 6 }, '2026-01-01')).toEqual({ streak: 7, points: 30 });
});

it('is once a day, even if the clock was set back', () => {
  expect(checkIn({ day: '2026-03-01', streak: 1 }, '2026-03-01')).toEqual({ code: 'already_checked_in' });
  expect(checkIn({ day: '2026-03-02', streak: 1 }, '2026-03-01')).toEqual({ code: 'already_checked_in' });
});

it('shows a streak until a whole day was missed', () => {
  expect(currentStreak(null, '2026-03-02')).toBe(0);
  expect(currentStreak({ day: '2026-03-02', streak: 4 }, '2026-03-02')).toBe(4);
  expect(currentStreak({ day: '2026-03-01', streak: 4 }, '2026-03-02')).toBe(4);
  expect(currentStreak({ day: '2026-02-28', streak: 4 }, '2026-03-02')).toBe(0);
});

it('counts days in UTC', () => {
  expect(utcDay(new Date('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01');
  expect(utcDay(new Date('2026-03-02T00:30:00+02:00'))).toBe('2026-03-01');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (n) => {
      const [day, next] = [n, n + 1].map((d) => utcDay(new Date(d * 86_400_000)));
      expect(checkIn({ day: day!, streak: 1 }, next!)).toEqual({ streak: 2, points: 10 });
    }),
  );
});
