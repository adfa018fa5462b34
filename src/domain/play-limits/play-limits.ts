import { DAY_MS, HOUR_MS } from '#domain/time.ts';

/** What a play limit caps: points staked or points lost per period. Periods begin with the UTC day, week (on Monday) and month. */
export const LIMIT_KINDS = ['stake', 'loss'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** A time-out lasts from a day to weeks; a self-exclusion lasts half a year or more. */
export const EXCLUSION_KINDS = ['time_out', 'self_exclusion'] as const;
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number];

/** Allowed length of a time-out, in hours. */
export const TIME_OUT_HOURS = { min: 24, max: 6 * 7 * 24 } as const;
/** Allowed length of a self-exclusion, in calendar months. */
export const SELF_EXCLUSION_MONTHS = { min: 6, max: 60 } as const;

/** A limit in force, in points. */
export interface PlayLimit {
  kind: LimitKind;
  period: LimitPeriod;
  amount: number;
  /** Points staked in this period. For a loss limit, minus what came back in the period, so it is negative for a net winner. */
  used: number;
}

/** Everything that bars or limits a user's play. */
export interface PlayRestrictions {
  /** End of the time-out or self-exclusion; null without one. */
  excludedUntil: Date | null;
  /** Whether the user's account is about to be deleted. */
  isLeaving: boolean;
  limits: readonly PlayLimit[];
}

export const NO_PLAY_RESTRICTIONS: PlayRestrictions = { excludedUntil: null, isLeaving: false, limits: [] };

/** A refusal: an error code of docs/rules.md#error-codes and the parameters of its message. Moments are ISO 8601 texts. */
export interface Refusal<Code extends string = string> {
  code: Code;
  params?: Record<string, string | number>;
}

/** Checks whether a user may play at all: stake, check in, invite. Returns null when they may. */
export function checkPlayAllowed(
  { excludedUntil, isLeaving }: Omit<PlayRestrictions, 'limits'>,
  now: Date,
): Refusal<'self_excluded' | 'account_leaving'> | null {
  if (excludedUntil !== null && now < excludedUntil) return { code: 'self_excluded', params: { until: excludedUntil.toISOString() } };
  return isLeaving ? { code: 'account_leaving' } : null;
}

/** Checks a stake as if it were lost. Returns null when every limit leaves room for it, else the limit that leaves the least room. */
export function checkLimits(limits: readonly PlayLimit[], stake: number, now: Date): Refusal<'limit_reached'> | null {
  const tightest = tightestOf(limits);
  if (tightest === null || stake <= roomIn(tightest)) return null;
  const { kind, period, amount: max } = tightest;
  return { code: 'limit_reached', params: { kind, period, max, left: roomIn(tightest), resets_at: periodEnd(period, now).toISOString() } };
}

/** Returns how many points may still be staked within every limit; infinity without limits. */
export function limitRoom(limits: readonly PlayLimit[]): number {
  const tightest = tightestOf(limits);
  return tightest === null ? Number.POSITIVE_INFINITY : roomIn(tightest);
}

const roomIn = ({ amount, used }: PlayLimit): number => Math.max(0, amount - used);

const tightestOf = (limits: readonly PlayLimit[]): PlayLimit | null =>
  limits.reduce<PlayLimit | null>((tightest, limit) => (tightest === null || roomIn(limit) < roomIn(tightest) ? limit : tightest), null);

/** Returns the start of the period that contains `at`. */
export function periodStart(period: LimitPeriod, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (period === 'month') return new Date(Date.UTC(year, month));
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(year, month, period === 'week' ? day - daysSinceMonday : day));
}

/** Returns the end of the period that contains `at`, which is the start of the next one. */
export function periodEnd(period: LimitPeriod, at: Date): Date {
  const start = periodStart(period, at);
  if (period === 'month') return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  return new Date(start.getTime() + (period === 'week' ? 7 : 1) * DAY_MS);
}

/** A limit as its owner set it; null is no limit. `next` is a looser limit that is pending. */
export interface SetLimit {
  amount: number | null;
  next: { amount: number | null; from: Date } | null;
}

export const NO_LIMIT: SetLimit = { amount: null, next: null };

/** How long a looser limit waits before it applies, so that nobody loosens a limit in the heat of the moment. */
export const LOOSENING_MS = DAY_MS;

/** Returns the limit in force at `now`: a pending looser limit whose time has come applies. */
export const limitAt = (limit: SetLimit, now: Date): SetLimit =>
  limit.next !== null && limit.next.from <= now ? { amount: limit.next.amount, next: null } : limit;

/**
 * Returns a limit after its owner requests `amount` (null: no limit). A tighter limit applies at once and cancels a pending one, as does
 * requesting the present limit. A looser limit waits for 24 hours; requesting the same one again does not restart the wait.
 */
export function changeLimit(limit: SetLimit, amount: number | null, now: Date): SetLimit {
  const present = limitAt(limit, now);
  if (!isLooser(amount, present.amount)) return { amount, next: null };
  if (present.next !== null && present.next.amount === amount) return present;
  return { amount: present.amount, next: { amount, from: new Date(now.getTime() + LOOSENING_MS) } };
}

const isLooser = (amount: number | null, present: number | null): boolean => present !== null && (amount === null || amount > present);

/** Returns the end of a time-out (`length` in hours) or of a self-exclusion (`length` in calendar months). */
export function exclusionEnd(kind: ExclusionKind, length: number, from: Date): Date {
  return kind === 'time_out' ? new Date(from.getTime() + length * HOUR_MS) : monthsAfter(from, length);
}

/** Returns the same day and time some months later, or the last day of that month if it has no such day. */
function monthsAfter(from: Date, months: number): Date {
  const then = new Date(from);
  then.setUTCMonth(from.getUTCMonth() + months);
  // The date overflowed into the following month; day 0 of that month is the last day of the wanted one.
  if (then.getUTCDate() !== from.getUTCDate()) then.setUTCDate(0);
  return then;
}
