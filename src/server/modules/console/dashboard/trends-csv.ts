import type { TrendDay } from '#contract/overview.ts';
import { TREND_SERIES, type TrendWindow } from '#domain/matches/trend.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, recordAudit } from '#server/modules/admins/public.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/csv.ts';
import { transact } from '#server/platform/transact.ts';
import { trends } from './trends.ts';

const COLUMNS = ['day', 'is_partial', ...TREND_SERIES] as const satisfies readonly (keyof TrendDay)[];

/** Audits the export and returns the days of the window as CSV. */
export async function trendsCsv(deps: Deps, actor: Actor, { window }: { window: TrendWindow }): Promise<AsyncIterable<Uint8Array>> {
  const { days } = await trends(deps, { window });
  const [first, last] = [days[0]!.day, days.at(-1)!.day];
  const entry = { action: 'trends.export', subject: { kind: 'trends', id: window }, after: { first, last, days: days.length } };
  await transact(deps, (db) => recordAudit(db, actor, entry, deps.now()));
  return encoded(linesOf(days));
}

async function* linesOf(days: readonly TrendDay[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + [COLUMNS, ...days.map((day) => COLUMNS.map((column) => day[column]))].map(csvLine).join('');
}
