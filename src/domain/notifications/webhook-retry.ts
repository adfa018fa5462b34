import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';

/** Waiting times after the first, second and later failed attempts; together 23 hours and 35 minutes. */
const WAITS_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS];
/** How long an event is tried for, from when it was queued. */
export const TRIED_FOR_MS = DAY_MS;
/** The longest time that a receiver may ask us to wait. */
const ASKED_MS_MAX = 8 * HOUR_MS;
/** By how much a wait is shortened at random, so that not all come back at once. */
const JITTER = 0.1;

/** A webhook that failed this often in a row, over this long, is disabled. */
const DISABLED_AFTER = { failures: 10, ms: 3 * DAY_MS } as const;

export interface FailedAttempt {
  /** Attempts so far, including this one. */
  attempts: number;
  queuedAt: Date;
  at: Date;
  /** How long the receiver asked to wait, in milliseconds (Retry-After); null if it did not. */
  askedMs: number | null;
  /** A random number from 0 to 1. */
  chance: number;
}

/** Returns when a failed delivery is tried again; null if it is given up. */
export function nextTry({ attempts, queuedAt, at, askedMs, chance }: FailedAttempt): Date | null {
  const waitMs = WAITS_MS[attempts - 1];
  if (waitMs === undefined) return null;
  const ms = Math.max(Math.round(waitMs * (1 - JITTER * chance)), Math.min(askedMs ?? 0, ASKED_MS_MAX));
  const next = new Date(at.getTime() + ms);
  return isExpired(queuedAt, next) ? null : next;
}

/** Returns whether an event is too old to be tried. */
export const isExpired = (queuedAt: Date, at: Date): boolean => at.getTime() - queuedAt.getTime() >= TRIED_FOR_MS;

/** Returns whether a webhook to which nothing was delivered since `failingSince` is disabled. */
export const isToBeDisabled = (failures: number, failingSince: Date, at: Date): boolean =>
  failures >= DISABLED_AFTER.failures && at.getTime() - failingSince.getTime() >= DISABLED_AFTER.ms;
