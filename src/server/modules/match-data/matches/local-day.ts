import { DAY_MS, utcDay } from '#domain/time.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** A calendar day in a time zone, as its first instant and the first instant after it. */
export interface LocalDay {
  date: string;
  from: Date;
  to: Date;
}

/** Range of dates: before it, calendars differ between places; after it, no matches are planned. */
const DATE_MIN = '1900-01-01';
const DATE_MAX = '2199-12-31';
/** Maximum distance of a time zone from UTC, larger than any has ever had. */
const OFFSET_MS_MAX = 16 * 3_600_000;

/** Returns the day `date` (YYYY-MM-DD) in a time zone; today in that zone if no date is given. */
export function localDay(date: string | undefined, timeZone: string, now: Date): LocalDay {
  const calendar = calendarOf(timeZone);
  const day = date ?? dateAt(calendar, now.getTime());
  if (day < DATE_MIN || day > DATE_MAX) throw new AppError('invalid_date', { field: 'date' });
  const midnightUtcMs = Date.parse(`${day}T00:00:00Z`);
  return { date: day, from: startOf(calendar, midnightUtcMs), to: startOf(calendar, midnightUtcMs + DAY_MS) };
}

/** Returns the UTC dates that a span of time touches: changes of matches are published under their UTC date. */
export function utcDates({ from, to }: Pick<LocalDay, 'from' | 'to'>): string[] {
  const dates: string[] = [];
  for (let ms = from.getTime() - (from.getTime() % DAY_MS); ms < to.getTime(); ms += DAY_MS) dates.push(utcDay(ms));
  return dates;
}

/** Returns the first second of a local day. Searched, not calculated: some zones skip midnight when summer time begins. */
function startOf(calendar: Intl.DateTimeFormat, midnightUtcMs: number): Date {
  const day = utcDay(midnightUtcMs);
  let before = (midnightUtcMs - OFFSET_MS_MAX) / 1000;
  let within = (midnightUtcMs + OFFSET_MS_MAX) / 1000;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dateAt(calendar, middle * 1000) < day) before = middle;
    else within = middle;
  }
  return new Date(within * 1000);
}

/** Formats a date as "2026-11-20": the en-CA order of year, month and day sorts as text. */
const dateAt = (calendar: Intl.DateTimeFormat, ms: number): string => calendar.format(ms);

/** Cached formatters: creating one costs more than a hundred uses. The cache is limited: there are some 400 zones, and callers may send any spelling. */
const calendars = new Map<string, Intl.DateTimeFormat>();
const CALENDARS_MAX = 500;

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known) return known;
  let calendar: Intl.DateTimeFormat;
  try {
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    throw new AppError('invalid_time_zone');
  }
  if (calendars.size >= CALENDARS_MAX) calendars.clear();
  calendars.set(timeZone, calendar);
  return calendar;
}
