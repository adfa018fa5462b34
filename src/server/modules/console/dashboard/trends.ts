import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getTrends, TrendDay } from '#contract/overview.ts';
import { utcDay } from '#domain/ledger/check-in.ts';
import { averageRecharge } from '#domain/matches/trend.ts';
import type { Deps } from '#server/deps.ts';
import { addDays, countedDays, daysFrom } from './counting.ts';
import type { DayCounts } from './counting-queries.ts';

type Window = ParsedInputOf<typeof getTrends>['window'];

/** Returns eight series by UTC day: the window that ends today, and as many days before it. */
export async function trends(deps: Pick<Deps, 'db' | 'now'>, { window }: { window: Window }): Promise<ReplyOf<typeof getTrends>> {
  const length = Number(window);
  const today = utcDay(deps.now());
  const first = addDays(today, 1 - 2 * length);
  const rows = await countedDays(deps, first, today);
  const counted = new Map(rows.map((row) => [row.day, row]));
  const days = daysFrom(first, today).map((day) => trendDay(day, counted.get(day), day === today));
  return { window: length, before: days.slice(0, length), days: days.slice(length), counted_at: rows.at(-1)!.counted_at.toISOString() };
}

/** Returns a day's figures; zeros for a day before the first registration, which was never counted. */
function trendDay(day: string, counted: DayCounts | undefined, isPartial: boolean): TrendDay {
  const amount = counted?.recharge_amount ?? 0;
  const users = counted?.recharge_users ?? 0;
  return {
    day,
    is_partial: isPartial,
    registrations: counted?.registrations ?? 0,
    daily_actives: counted?.daily_actives ?? 0,
    weekly_actives: counted?.weekly_actives ?? 0,
    bets: counted?.bets ?? 0,
    bet_participants: counted?.bet_participants ?? 0,
    recharge_amount: amount,
    recharge_users: users,
    average_recharge: averageRecharge(amount, users),
  };
}
