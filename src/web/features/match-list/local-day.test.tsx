import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assumeUtc, useTimeZone } from '#web/lib/dates.ts';
import { addDays, dateStrip, isLocalDate, localDate, noonOf, utcDatesOf } from './local-day.ts';

/** Node reads TZ again whenever it is set. */
const zoneBefore = process.env.TZ;
afterAll(() => {
  process.env.TZ = zoneBefore;
});

describe('a local day', () => {
  it.each([
    ['UTC', '2026-03-02', ['2026-03-01', '2026-03-02']],
    ['Asia/Ho_Chi_Minh', '2026-03-02', ['2026-03-01', '2026-03-02']],
    ['America/New_York', '2026-03-02', ['2026-03-01', '2026-03-02', '2026-03-03']],
    // Clocks go back: a day of 25 hours, whose last hour is on the next UTC date only west of Greenwich.
    ['Europe/London', '2026-10-25', ['2026-10-24', '2026-10-25']],
    ['Europe/London', '2026-10-26', ['2026-10-25', '2026-10-26']],
  ])('in %s, %s and the night before touch %s', (zone, date, dates) => {
    process.env.TZ = zone;
    expect(utcDatesOf(date)).toEqual(dates);
  });

  it('is in the user’s time zone, not the server’s', () => {
    process.env.TZ = 'Pacific/Auckland';
    expect(localDate(new Date('2026-03-02T12:00:00Z'))).toBe('2026-03-03');
  });

  it.each([
    ['2026-03-02', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['26-03-02', false],
    ['9999-01-01', false],
    ['today', false],
  ])('recognises a valid date in %s: %s', (text, expected) => {
    expect(isLocalDate(text)).toBe(expected);
  });

  it('is calculated by the calendar over months and clock changes', () => {
    process.env.TZ = 'Europe/London';
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });
});

describe('the strip of days', () => {
  beforeAll(() => {
    process.env.TZ = 'UTC';
  });
  const week = (chosen: string) => dateStrip(chosen, '2026-03-02', 7, 2);

  it('has today third, whichever of its days is selected', () => {
    expect(week('2026-03-02')).toEqual(['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']);
    expect(week('2026-03-06')).toEqual(week('2026-03-02'));
    expect(week('2026-02-28')).toEqual(week('2026-03-02'));
  });

  it('moves by a week for a day outside', () => {
    expect(week('2026-03-07')[0]).toBe('2026-03-07');
    expect(week('2026-02-27').at(-1)).toBe('2026-02-27');
    expect(week('2027-01-01')).toContain('2027-01-01');
  });
});

it('uses UTC if the browser names no known time zone', () => {
  process.env.TZ = 'Pacific/Auckland';
  assumeUtc();
  expect(localDate(new Date('2026-03-02T12:00:00Z'))).toBe('2026-03-02');
  expect(utcDatesOf('2026-03-02')).toEqual(['2026-03-01', '2026-03-02']);
  expect(addDays('2026-03-31', 1)).toBe('2026-04-01');
  expect(noonOf('2026-03-02').toISOString()).toBe('2026-03-02T12:00:00.000Z');
  useTimeZone.setState({ name: 'Pacific/Auckland', isAssumed: false });
});
