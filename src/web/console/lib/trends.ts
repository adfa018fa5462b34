import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getTrends, type TrendDay } from '#contract/overview.ts';
import type { TrendSeries, TrendWindow } from '#domain/matches/trend.ts';
import { call } from './call.ts';

/** The days of trends: a window that ends today, or a chosen range of UTC days. */
export type TrendSpan = { window: TrendWindow } | { from: string; to: string };

/** The eight series of the days asked for, and of the same number of days before them. */
export const trendsQuery = (span: TrendSpan) =>
  queryOptions({
    queryKey: ['trends', span],
    queryFn: ({ signal }) => call(getTrends, span, signal),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });

/** Series that count a day's events: their sum over a window is meaningful. */
const SUMMED: readonly TrendSeries[] = ['registrations', 'bets', 'recharge_amount'];
export const isSummed = (series: TrendSeries): boolean => SUMMED.includes(series);

/**
 * The value of a window: a sum for daily counts, a mean for people and averages (someone active on two days is counted on both). Days
 * without a value are ignored; null if no day has one.
 */
export function windowValue(days: readonly TrendDay[], series: TrendSeries): number | null {
  const values = days.map((day) => day[series]).filter((value) => value !== null);
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return isSummed(series) ? sum : sum / values.length;
}

/** Relative change (0.05 is 5%); null without a value to compare with. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before);
