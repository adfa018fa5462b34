import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '#domain/time.ts';

/**
 * The allowed requests by our settings; the provider's own count can only lower them. A provider that counts no days or no hours has
 * none here.
 */
export interface Allowance {
  perDay?: number;
  perHour?: number;
  perMinute: number;
}

/** What a provider says is left of its allowance; absent where it says nothing. */
export interface Remaining {
  day?: number | undefined;
  hour?: number | undefined;
  minute?: number | undefined;
  /** Seconds until the count starts anew. */
  resetSeconds?: number | undefined;
}

/** The used part of the allowance. Times are milliseconds since 1970; a day ends at midnight UTC, as the providers' do. */
export const Used = z.object({
  day: z.string(),
  count: z.number().int().min(0),
  /** The requests left today according to the last answer; null if the provider sent no count today. */
  toldLeft: z.number().int().min(0).nullable(),
  /** Times of the requests of the last minute. */
  recentMs: z.array(z.number()).max(10_000),
  /** Requests of the last hour, by the minute in which they were made. */
  hour: z.array(z.tuple([z.number(), z.number().int().min(1)])).max(62),
  /** No requests are made before this time. */
  pausedUntilMs: z.number(),
});
export type Used = z.output<typeof Used>;

export const NOTHING_USED: Used = { day: '', count: 0, toldLeft: null, recentMs: [], hour: [], pausedUntilMs: 0 };

export const nextMidnightMs = (nowMs: number): number => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;

/** Returns how many requests a whole day allows. */
export const allowedPerDay = ({ perDay, perHour, perMinute }: Allowance): number =>
  Math.min(perDay ?? Number.POSITIVE_INFINITY, (perHour ?? Number.POSITIVE_INFINITY) * 24, perMinute * 24 * 60);

/** Returns the requests left today. */
export function dayLeft(used: Used, allowance: Allowance, nowMs: number): number {
  const allowed = allowedPerDay(allowance);
  if (used.day !== utcDay(nowMs)) return allowed;
  return Math.max(0, Math.min(allowed - used.count, used.toldLeft ?? allowed));
}

/** Returns the earliest time of another request; `nowMs` if one is allowed now. */
export function freeAtMs(used: Used, allowance: Allowance, nowMs: number): number {
  if (dayLeft(used, allowance, nowMs) === 0) return nextMidnightMs(nowMs);
  const recent = used.recentMs.filter((ms) => ms > nowMs - MINUTE_MS);
  const oldest = recent.at(-allowance.perMinute);
  return Math.max(nowMs, used.pausedUntilMs, hourFreeAtMs(used, allowance, nowMs), oldest === undefined ? nowMs : oldest + MINUTE_MS);
}

/** A minute counts until an hour after its end. */
const isOfHour = (minuteMs: number, nowMs: number): boolean => minuteMs + MINUTE_MS + HOUR_MS > nowMs;

function hourFreeAtMs({ hour }: Used, { perHour = Number.POSITIVE_INFINITY }: Allowance, nowMs: number): number {
  const minutes = hour.filter(([minuteMs]) => isOfHour(minuteMs, nowMs));
  let count = minutes.reduce((sum, [, requests]) => sum + requests, 0);
  let freeMs = nowMs;
  for (const [minuteMs, requests] of minutes) {
    if (count < perHour) break;
    count -= requests;
    freeMs = minuteMs + MINUTE_MS + HOUR_MS;
  }
  return freeMs;
}

/** Returns the requests left of the hour that ends now; infinitely many if the provider counts no hours. */
export function hourLeft({ hour }: Used, { perHour = Number.POSITIVE_INFINITY }: Allowance, nowMs: number): number {
  const used = hour.filter(([minuteMs]) => isOfHour(minuteMs, nowMs)).reduce((sum, [, requests]) => sum + requests, 0);
  return Math.max(0, perHour - used);
}

/** Counts a request that is about to be made. */
export function withRequest(used: Used, nowMs: number): Used {
  const isSameDay = used.day === utcDay(nowMs);
  return {
    day: utcDay(nowMs),
    count: isSameDay ? used.count + 1 : 1,
    toldLeft: isSameDay && used.toldLeft !== null ? Math.max(0, used.toldLeft - 1) : null,
    recentMs: [...used.recentMs.filter((ms) => ms > nowMs - MINUTE_MS && ms <= nowMs), nowMs],
    hour: withMinute(used.hour, nowMs),
    pausedUntilMs: used.pausedUntilMs,
  };
}

/** Adds a request to its minute; minutes of a clock that was ahead are dropped. */
function withMinute(hour: Used['hour'], nowMs: number): Used['hour'] {
  const thisMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const earlier = hour.filter(([minuteMs]) => isOfHour(minuteMs, nowMs) && minuteMs < thisMs);
  const count = hour.find(([minuteMs]) => minuteMs === thisMs)?.[1] ?? 0;
  return [...earlier, [thisMs, count + 1]];
}

/** How long requests pause when the provider's hour is used up and it does not say when the next one begins. */
const HOUR_OVER_PAUSE_MS = 5 * MINUTE_MS;

/** Applies what the provider says is left. */
export function withRemaining(used: Used, { day, hour, minute, resetSeconds }: Remaining, nowMs: number): Used {
  const next = { ...used, toldLeft: day ?? used.toldLeft };
  if (minute !== 0 && hour !== 0) return next;
  const usualMs = hour === 0 ? HOUR_OVER_PAUSE_MS : MINUTE_MS;
  return pausedUntil(next, nowMs + (resetSeconds === undefined ? usualMs : Math.min(resetSeconds * 1000, HOUR_MS)));
}

export const pausedUntil = (used: Used, untilMs: number): Used => ({ ...used, pausedUntilMs: Math.max(used.pausedUntilMs, untilMs) });
