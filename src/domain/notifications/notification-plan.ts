import { MINUTE_MS } from '#domain/time.ts';
import { isMatchKind, type MatchNotification, type NotificationKind } from './notification.ts';

/** A notification that could be sent to a user now. */
export interface NotificationCandidate {
  kind: NotificationKind;
  /** The largest change in probability of any outcome, 0 to 1. */
  swing: number;
  /** Whether the user wants this kind on at least one channel. */
  isWanted: boolean;
  /** End of the user's quiet hours; null outside them, and for a kind that ignores them. */
  quietUntil: Date | null;
  /** Notifications sent with a sound so far, for the match and in the day; `max` are the budgets. */
  used: { match: number; day: number };
  max: { match: number; day: number };
}

export type Silence = 'not_wanted' | 'quiet' | 'match_budget' | 'day_budget';

/**
 * - `send`: send with a sound; counts towards the budgets if it is about a match
 * - `replace`: silently replace the user's previous notification of the match
 * - `later`: send at the end of quiet hours
 * - `drop`: send nothing
 */
export type Verdict =
  | { act: 'send' }
  | { act: 'replace'; reason: Silence }
  | { act: 'later'; until: Date }
  | { act: 'drop'; reason: Silence };

/**
 * Decides whether and how to send a notification. Notifications about the user's own bets, withdrawals and tipping groups are always sent,
 * at the latest after quiet hours. For a match, the first half of each budget is spent in order of arrival. Then the required weight rises with the used
 * part of the budget, so that more important notifications still fit. The end of a match is sent while any budget is left.
 */
export function planNotification({ kind, swing, isWanted, quietUntil, used, max }: NotificationCandidate): Verdict {
  if (!isWanted) return { act: 'drop', reason: 'not_wanted' };
  if (!isMatchKind(kind)) return quietUntil === null ? { act: 'send' } : { act: 'later', until: quietUntil };
  if (quietUntil !== null) return { act: 'drop', reason: 'quiet' };
  const weight = weightOf(kind, swing);
  const reason = weight < barOf(used.match, max.match) ? 'match_budget' : weight < barOf(used.day, max.day) ? 'day_budget' : null;
  if (reason === null) return { act: 'send' };
  return used.match > 0 ? { act: 'replace', reason } : { act: 'drop', reason };
}

const BASES: Record<MatchNotification, number> = {
  lineups: 0.1,
  half_time: 0.2,
  kickoff: 0.3,
  swing: 0.3,
  red_card: 0.4,
  goal: 0.4,
  full_time: 1,
};

/** Returns how much a notification matters, 0 to 1: by its kind, plus the swing in the probabilities. */
export const weightOf = (kind: MatchNotification, swing: number): number => Math.min(1, BASES[kind] + Math.min(Math.max(swing, 0), 1));

/** Returns the weight needed: 0 in the first half of a budget, then even steps up to 1 for its last unit; infinity beyond the budget. */
export function barOf(used: number, max: number): number {
  if (used >= max) return Number.POSITIVE_INFINITY;
  const half = Math.ceil(max / 2);
  return used < half ? 0 : (used - half + 1) / (max - half);
}

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
