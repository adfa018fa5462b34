import { MINUTE_MS } from '#domain/time.ts';

/** Daily quiet hours as HH:MM in the user's time zone. They cross midnight if `from` is later than `to`. The two always differ. */
export interface QuietHours {
  from: string;
  to: string;
}

const DAY_MINUTES = 24 * 60;
/** The largest clock change of any time zone, in minutes. */
const CHANGE_MINUTES_MAX = 120;

/**
 * Returns the end of the quiet hours that `at` lies in: the first full minute, by the clock of the zone, that is not quiet. Returns null if
 * `at` is not in quiet hours. If the clock goes forward over the end, quiet hours end at the change; if it goes back over the end, the
 * repeated hour is quiet again. Throws a RangeError for a time zone that does not exist.
 */
export function quietUntil({ from, to }: QuietHours, timeZone: string, at: Date): Date | null {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = (minute: number) => (minute - begin + DAY_MINUTES) % DAY_MINUTES < (end - begin + DAY_MINUTES) % DAY_MINUTES;
  let atMs = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  for (let minute = minuteOfDay(timeZone, atMs); isQuiet(minute); minute = minuteOfDay(timeZone, atMs)) {
    const left = (end - minute + DAY_MINUTES) % DAY_MINUTES;
    // Close to the end, advances by one minute, as a clock change could skip the end.
    atMs += Math.max(1, left - CHANGE_MINUTES_MAX) * MINUTE_MS;
  }
  return atMs > at.getTime() ? new Date(atMs) : null;
}

/**
 * Returns when the clock of the zone next shows HH:MM: always later than `at`, and a day later if the clock goes forward over that time.
 */
export function nextTimeOfDay(time: string, timeZone: string, at: Date): Date {
  const after = (minutesOf(time) + 1) % DAY_MINUTES;
  const from = `${String(Math.floor(after / 60)).padStart(2, '0')}:${String(after % 60).padStart(2, '0')}`;
  const nextMinute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS);
  // Treats the whole day except that minute as quiet hours.
  return quietUntil({ from, to: time }, timeZone, nextMinute) ?? nextMinute;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function minuteOfDay(timeZone: string, atMs: number): number {
  const parts = clockOf(timeZone).formatToParts(atMs);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return of('hour') * 60 + of('minute');
}

/** Cached, as creating a formatter takes a hundred times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  clocks.set(timeZone, known);
  return known;
}
