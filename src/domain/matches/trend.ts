/** Periods of trends in days (docs/rules.md#trends), as in addresses. */
export const TREND_WINDOWS = ['7', '14', '30'] as const;
export type TrendWindow = (typeof TREND_WINDOWS)[number];

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
