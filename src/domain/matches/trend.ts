import { DAY_MS } from '#domain/time.ts';

/** Periods of trends in days (docs/rules.md#trends), as in addresses. */
export const TREND_WINDOWS = ['7', '14', '30'] as const;
export type TrendWindow = (typeof TREND_WINDOWS)[number];

/** Days of a chosen range at most: as many are compared with it. */
export const TREND_DAYS_MAX = 366;
/** No day of the site is earlier. */
export const TREND_DAY_MIN = '2000-01-01';

/** Returns the number of days of a range of UTC days, both included; 0 or less if they are the wrong way round. */
export const trendDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns whether trends may be asked for this range of days (YYYY-MM-DD), of which none may be after today. */
export function isTrendRange(from: string, to: string, today: string): boolean {
  const days = trendDays(from, to);
  return days >= 1 && days <= TREND_DAYS_MAX && from >= TREND_DAY_MIN && to <= today;
}

/** The series of docs/rules.md#trends, in the same order. */
export const TREND_SERIES = [
  'registrations',
  'daily_actives',
  'weekly_actives',
  'bets',
  'bet_participants',
  'recharge_amount',
  'recharge_users',
  'average_recharge',
] as const;
export type TrendSeries = (typeof TREND_SERIES)[number];

/** Points per recharged user, rounded to two places; null without such users. */
export const averageRecharge = (amount: number, users: number): number | null =>
  users === 0 ? null : Math.round((amount / users) * 100) / 100;
