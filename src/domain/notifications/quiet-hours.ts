import { MINUTE_MS } from '#domain/time.ts';

/** Hours in which nobody wants to hear anything: HH:MM in a time zone, over midnight where `from` is later than `to`. Never the same twice. */
export interface QuietHours {
  from: string;
  to: string;
}

const DAY_MINUTES = 24 * 60;
/** No clock is ever changed by more. */
const CHANGE_MINUTES_MAX = 120;

/**
 * When the quiet hours end that hold at `at`: the first full minute by the clocks of the zone that is not quiet any more; null where none hold.
 * Where a clock is put forward over their end they end with the change, where it is put back over it the hour is quiet once more. Throws a
 * RangeError for a zone that does not exist.
 */
export function quietUntil({ from, to }: QuietHours, timeZone: string, at: Date): Date | null {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = (minute: number) => (minute - begin + DAY_MINUTES) % DAY_MINUTES < (end - begin + DAY_MINUTES) % DAY_MINUTES;
  let atMs = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  for (let minute = minuteOfDay(timeZone, atMs); isQuiet(minute); minute = minuteOfDay(timeZone, atMs)) {
    const left = (end - minute + DAY_MINUTES) % DAY_MINUTES;
    // A minute at a time where a change of the clock could lead past the end.
    atMs += Math.max(1, left - CHANGE_MINUTES_MAX) * MINUTE_MS;
  }
  return atMs > at.getTime() ? new Date(atMs) : null;
}

/** When a clock of the zone next shows HH:MM: always later than `at`, and a day later where the clock is put forward over it. */
export function nextTimeOfDay(time: string, timeZone: string, at: Date): Date {
  const after = (minutesOf(time) + 1) % DAY_MINUTES;
  const from = `${String(Math.floor(after / 60)).padStart(2, '0')}:${String(after % 60).padStart(2, '0')}`;
  const nextMinute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS);
  // All of the day but that minute is quiet.
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

/** Making one takes a hundred times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  clocks.set(timeZone, known);
  return known;
}
