import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getTrends, type TrendDay } from '#contract/overview.ts';
import type { TrendSeries, TrendWindow } from '#domain/matches/trend.ts';
import { call } from './call.ts';

/** The eight series of a window that ends today, and of as many days before it. */
export const trendsQuery = (window: TrendWindow) =>
  queryOptions({
    queryKey: ['trends', window],
    queryFn: ({ signal }) => call(getTrends, { window }, signal),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });

/** Series that are counts of a day's events: their sum over a window means something. */
const SUMMED: readonly TrendSeries[] = ['registrations', 'bets', 'recharge_amount'];
export const isSummed = (series: TrendSeries): boolean => SUMMED.includes(series);

/**
 * What a window comes to: the sum of what is counted by day, the mean of people and averages (who comes on two days is counted on
 * both). Days without a value count for nothing; null where there is none.
 */
export function windowValue(days: readonly TrendDay[], series: TrendSeries): number | null {
  const values = days.map((day) => day[series]).filter((value) => value !== null);
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return isSummed(series) ? sum : sum / values.length;
}

/** How much more (0.05 is 5%) now than before; null where there is nothing to compare with. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before);
