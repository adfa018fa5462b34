import { DAY_MS, HOUR_MS } from '#domain/time.ts';

/** What users may let themselves stake, or lose, and in what time; periods begin with the UTC day, week (on Monday) and month. */
export const LIMIT_KINDS = ['stake', 'loss'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** A few hours to weeks away from play, or half a year and more. */
export const EXCLUSION_KINDS = ['time_out', 'self_exclusion'] as const;
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number];

/** How long a time-out may last. */
export const TIME_OUT_HOURS = { min: 24, max: 6 * 7 * 24 } as const;
/** How long a self-exclusion may last, in calendar months. */
export const SELF_EXCLUSION_MONTHS = { min: 6, max: 60 } as const;

/** A limit in force, in points. */
export interface PlayLimit {
  kind: LimitKind;
  period: LimitPeriod;
  amount: number;
  /** Staked in this period; of a limit on losses less what came back in it, so that it is below zero for who won. */
  used: number;
}

/** What keeps a user from play, or bounds it. */
export interface PlayRestrictions {
  /** Null unless they have taken time away. */
  excludedUntil: Date | null;
  /** Whether their account is about to be deleted. */
  isLeaving: boolean;
  limits: readonly PlayLimit[];
}

export const NO_PLAY_RESTRICTIONS: PlayRestrictions = { excludedUntil: null, isLeaving: false, limits: [] };

/** Why something is refused: a code of docs/rules.md#error-codes and what its sentence needs; a moment is told in ISO 8601. */
export interface Refusal<Code extends string = string> {
  code: Code;
  params?: Record<string, string | number>;
}

/** Judges whether a user may play at all: stake, check in, invite. Null when they may. */
export function checkPlayAllowed(
  { excludedUntil, isLeaving }: Omit<PlayRestrictions, 'limits'>,
  now: Date,
): Refusal<'self_excluded' | 'account_leaving'> | null {
  if (excludedUntil !== null && now < excludedUntil) return { code: 'self_excluded', params: { until: excludedUntil.toISOString() } };
  return isLeaving ? { code: 'account_leaving' } : null;
}

/** Judges a stake as if it were lost: null when every limit leaves room for it. Of several the one that leaves the least is named. */
export function checkLimits(limits: readonly PlayLimit[], stake: number, now: Date): Refusal<'limit_reached'> | null {
  const tightest = tightestOf(limits);
  if (tightest === null || stake <= roomIn(tightest)) return null;
  const { kind, period, amount: max } = tightest;
  return { code: 'limit_reached', params: { kind, period, max, left: roomIn(tightest), resets_at: periodEnd(period, now).toISOString() } };
}

/** How much may still be staked within every limit, in points; infinity without any. */
export function limitRoom(limits: readonly PlayLimit[]): number {
  const tightest = tightestOf(limits);
  return tightest === null ? Number.POSITIVE_INFINITY : roomIn(tightest);
}

const roomIn = ({ amount, used }: PlayLimit): number => Math.max(0, amount - used);

const tightestOf = (limits: readonly PlayLimit[]): PlayLimit | null =>
  limits.reduce<PlayLimit | null>((tightest, limit) => (tightest === null || roomIn(limit) < roomIn(tightest) ? limit : tightest), null);

/** When the period that `at` lies in began. */
export function periodStart(period: LimitPeriod, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (period === 'month') return new Date(Date.UTC(year, month));
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(year, month, period === 'week' ? day - daysSinceMonday : day));
}

/** When the period that `at` lies in is over, and the next begins. */
export function periodEnd(period: LimitPeriod, at: Date): Date {
  const start = periodStart(period, at);
  if (period === 'month') return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  return new Date(start.getTime() + (period === 'week' ? 7 : 1) * DAY_MS);
}

/** A limit as it was set: null is none. `next` is a looser one that was asked for. */
export interface SetLimit {
  amount: number | null;
  next: { amount: number | null; from: Date } | null;
}

export const NO_LIMIT: SetLimit = { amount: null, next: null };

/** How long a looser limit waits: whoever wants to play on in the heat of the moment sleeps on it. */
const LOOSENING_MS = DAY_MS;

/** A limit as it stands at `now`: a looser one whose time has come is in force. */
export const limitAt = (limit: SetLimit, now: Date): SetLimit =>
  limit.next !== null && limit.next.from <= now ? { amount: limit.next.amount, next: null } : limit;

/**
 * A limit after its owner asked for `amount` (null: none). Tighter holds at once and ends what was pending, as does the present one; looser
 * waits for 24 hours, and asking for it again does not make that longer.
 */
export function changeLimit(limit: SetLimit, amount: number | null, now: Date): SetLimit {
  const present = limitAt(limit, now);
  if (!isLooser(amount, present.amount)) return { amount, next: null };
  if (present.next !== null && present.next.amount === amount) return present;
  return { amount: present.amount, next: { amount, from: new Date(now.getTime() + LOOSENING_MS) } };
}

const isLooser = (amount: number | null, present: number | null): boolean => present !== null && (amount === null || amount > present);

/** Until when a time-out of so many hours, or a self-exclusion of so many calendar months, lasts. */
export function exclusionEnd(kind: ExclusionKind, length: number, from: Date): Date {
  return kind === 'time_out' ? new Date(from.getTime() + length * HOUR_MS) : monthsAfter(from, length);
}

/** The same day and time some months later; the month's last day where it has no such day. */
function monthsAfter(from: Date, months: number): Date {
  const then = new Date(from);
  then.setUTCMonth(from.getUTCMonth() + months);
  // A day too many spills into the next month: its day before the first is the last one wanted.
  if (then.getUTCDate() !== from.getUTCDate()) then.setUTCDate(0);
  return then;
}
