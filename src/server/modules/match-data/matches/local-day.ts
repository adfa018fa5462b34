import { DAY_MS } from '#domain/time.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** A calendar day somewhere on earth, as the instants from which and before which it is that day there. */
export interface LocalDay {
  date: string;
  from: Date;
  to: Date;
}

/** Before, calendars differ from place to place; after, nobody has planned a match. */
const DATE_MIN = '1900-01-01';
const DATE_MAX = '2199-12-31';
/** No zone has ever been further from UTC than this. */
const OFFSET_MS_MAX = 16 * 3_600_000;

/** The day `date` (YYYY-MM-DD) in a time zone; today there when none is given. */
export function localDay(date: string | undefined, timeZone: string, now: Date): LocalDay {
  const calendar = calendarOf(timeZone);
  const day = date ?? dateAt(calendar, now.getTime());
  if (day < DATE_MIN || day > DATE_MAX) throw new AppError('invalid_date', { field: 'date' });
  const midnightUtcMs = Date.parse(`${day}T00:00:00Z`);
  return { date: day, from: startOf(calendar, midnightUtcMs), to: startOf(calendar, midnightUtcMs + DAY_MS) };
}

/** The UTC dates that a span of time touches: matches are announced under theirs. */
export function utcDates({ from, to }: Pick<LocalDay, 'from' | 'to'>): string[] {
  const dates: string[] = [];
  for (let ms = from.getTime() - (from.getTime() % DAY_MS); ms < to.getTime(); ms += DAY_MS) dates.push(utcDate(new Date(ms)));
  return dates;
}

export const utcDate = (at: Date): string => at.toISOString().slice(0, 10);

/** The first second of a local day. Looked for, not reckoned: some zones skip midnight when summer time begins. */
function startOf(calendar: Intl.DateTimeFormat, midnightUtcMs: number): Date {
  const day = new Date(midnightUtcMs).toISOString().slice(0, 10);
  let before = (midnightUtcMs - OFFSET_MS_MAX) / 1000;
  let within = (midnightUtcMs + OFFSET_MS_MAX) / 1000;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dateAt(calendar, middle * 1000) < day) before = middle;
    else within = middle;
  }
  return new Date(within * 1000);
}

/** "2026-11-20": the en-CA order of day, month and year sorts as text. */
const dateAt = (calendar: Intl.DateTimeFormat, ms: number): string => calendar.format(ms);

/** Making one costs more than asking it a hundred times; there are some 400 zones, and as many spellings as callers invent. */
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
