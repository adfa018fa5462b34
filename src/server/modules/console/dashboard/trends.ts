import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getTrends, TrendDay } from '#contract/overview.ts';
import { averageRecharge, isTrendRange, TREND_SERIES, trendDays } from '#domain/matches/trend.ts';
import { utcDay } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, recordAudit } from '#server/modules/admins/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/text-formats.ts';
import { transact } from '#server/platform/transact.ts';
import { addDays, countedDays, type DayCounts, daysFrom } from './counting.ts';

type Span = ParsedInputOf<typeof getTrends>;

/** Returns eight series by UTC day: the days asked for, and as many days before them. Throws `invalid_date`. */
export async function trends(deps: Pick<Deps, 'db' | 'now'>, span: Span): Promise<ReplyOf<typeof getTrends>> {
  const today = utcDay(deps.now());
  const { last, length } = daysOf(span, today);
  const first = addDays(last, 1 - 2 * length);
  const rows = await countedDays(deps, first, last);
  const counted = new Map(rows.map((row) => [row.day, row]));
  const days = daysFrom(first, last).map((day) => trendDay(day, counted.get(day), day === today));
  return { window: length, before: days.slice(0, length), days: days.slice(length), counted_at: rows.at(-1)!.counted_at.toISOString() };
}

/** Returns the last day asked for, and how many there are. Throws `invalid_date`. */
function daysOf({ window, from, to }: Span, today: string): { last: string; length: number } {
  if (from === undefined && to === undefined) return { last: today, length: Number(window) };
  if (from === undefined) throw new AppError('invalid_date', { field: 'from' });
  if (to === undefined || to > today) throw new AppError('invalid_date', { field: 'to' });
  if (!isTrendRange(from, to, today)) throw new AppError('invalid_date', { field: 'from' });
  return { last: to, length: trendDays(from, to) };
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

const COLUMNS = ['day', 'is_partial', ...TREND_SERIES] as const satisfies readonly (keyof TrendDay)[];

/** Audits the export and returns the days asked for as CSV. Throws `invalid_date`. */
export async function trendsCsv(deps: Deps, actor: Actor, span: Span): Promise<AsyncIterable<Uint8Array>> {
  const { days, window } = await trends(deps, span);
  const [first, last] = [days[0]!.day, days.at(-1)!.day];
  const entry = { action: 'trends.export', subject: { kind: 'trends', id: `${window}` }, after: { first, last, days: days.length } };
  await transact(deps, (db) => recordAudit(db, actor, entry, deps.now()));
  return encoded(linesOf(days));
}

async function* linesOf(days: readonly TrendDay[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + [COLUMNS, ...days.map((day) => COLUMNS.map((column) => day[column]))].map(csvLine).join('');
}
