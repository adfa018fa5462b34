import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';

/** The allowed requests by our settings; the provider's own count can only lower them. */
export interface Allowance {
  perDay: number;
  perMinute: number;
}

/** The used part of the allowance. Times are milliseconds since 1970; a day ends at midnight UTC, as the provider's does. */
export const Used = z.object({
  day: z.string(),
  count: z.number().int().min(0),
  /** The requests left today according to the last answer; null if the provider sent no count today. */
  toldLeft: z.number().int().min(0).nullable(),
  /** Times of the requests of the last minute. */
  recentMs: z.array(z.number()).max(10_000),
  /** No requests are made before this time. */
  pausedUntilMs: z.number(),
});
export type Used = z.output<typeof Used>;

export const NOTHING_USED: Used = { day: '', count: 0, toldLeft: null, recentMs: [], pausedUntilMs: 0 };

const dayOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 10);
export const nextMidnightMs = (nowMs: number): number => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;

/** Returns the requests left today. */
export function dayLeft(used: Used, { perDay }: Allowance, nowMs: number): number {
  if (used.day !== dayOf(nowMs)) return perDay;
  return Math.max(0, Math.min(perDay - used.count, used.toldLeft ?? perDay));
}

/** Returns the earliest time of another request; `nowMs` if one is allowed now. */
export function freeAtMs(used: Used, allowance: Allowance, nowMs: number): number {
  if (dayLeft(used, allowance, nowMs) === 0) return nextMidnightMs(nowMs);
  const recent = used.recentMs.filter((ms) => ms > nowMs - MINUTE_MS);
  const oldest = recent.at(-allowance.perMinute);
  return Math.max(nowMs, used.pausedUntilMs, oldest === undefined ? nowMs : oldest + MINUTE_MS);
}

/** Counts a request that is about to be made. */
export function withRequest(used: Used, nowMs: number): Used {
  const isSameDay = used.day === dayOf(nowMs);
  return {
    day: dayOf(nowMs),
    count: isSameDay ? used.count + 1 : 1,
    toldLeft: isSameDay && used.toldLeft !== null ? Math.max(0, used.toldLeft - 1) : null,
    recentMs: [...used.recentMs.filter((ms) => ms > nowMs - MINUTE_MS && ms <= nowMs), nowMs],
    pausedUntilMs: used.pausedUntilMs,
  };
}

/** Applies the remaining counts of the answer's headers: `x-ratelimit-requests-remaining` of the day, `x-ratelimit-remaining` of the minute. */
export function withHeaders(used: Used, headers: Headers, nowMs: number): Used {
  const day = countIn(headers, 'x-ratelimit-requests-remaining');
  const minute = countIn(headers, 'x-ratelimit-remaining');
  const isMinuteOver = minute === 0;
  return {
    ...used,
    toldLeft: day ?? used.toldLeft,
    pausedUntilMs: isMinuteOver ? Math.max(used.pausedUntilMs, nowMs + MINUTE_MS) : used.pausedUntilMs,
  };
}

export const pausedUntil = (used: Used, untilMs: number): Used => ({ ...used, pausedUntilMs: Math.max(used.pausedUntilMs, untilMs) });

function countIn(headers: Headers, name: string): number | null {
  const text = headers.get(name)?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
